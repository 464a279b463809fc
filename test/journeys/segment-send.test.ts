import { expect } from 'chai';
import { now } from '../../common/clock.ts';
import { nextId } from '../../common/ids.ts';
import { Contact } from '../../common/models/contacts.ts';
import { SegmentRecipient } from '../../common/models/segment-recipients.ts';
import { rows } from '../../common/mongo.ts';
import {
  addContacts,
  completed,
  detailsOf,
  type Ground,
  layGround,
  sendTo,
  startWorld,
  type World,
} from '../support/world.ts';

describe('a single send to a segment', () => {
  let world: World;
  let ground: Ground;

  before(async () => {
    world = await startWorld('journey-segment-send', { SMTP_CONNECTIONS: '5' });
  });
  beforeEach(async () => {
    ground = await layGround(await world.api.account());
  });
  after(() => world.stop());

  const addSegment = async (): Promise<number> => {
    await ground.client.post('/segment/store', {
      segment_name: 'All',
      contact_type_id: ground.contact_type_id,
      select_field: ['email'],
      select_operator: ['is not blank'],
    });
    return (await ground.client.get('/segment/list')).body.message.segments.at(-1).id;
  };
  const addByHand = (segment_id: number, email: string) =>
    ground.client.post('/segment/email/store', { segment_id, first_name: 'By', last_name: 'Hand', email });
  /** The rows that the rule's match of these contacts is. */
  const match = async (segment_id: number, addresses: readonly string[]) => {
    const contacts = await rows(Contact)
      .find({ user_id: ground.client.user_id, email: { $in: [...addresses] } })
      .toArray();
    const at = now();
    for (const contact of contacts) {
      await rows(SegmentRecipient).insertOne({
        _id: await nextId('segment_recipients'),
        user_id: ground.client.user_id,
        segment_id,
        contact_id: contact._id,
        by_hand: null,
        removed: false,
        created_at: at,
        updated_at: at,
      });
    }
  };
  const recipients = (subject: string): Promise<string[]> =>
    Promise.all(
      world.mail.mails.map(async (mail) => ({ to: mail.to, is: (await world.mail.read(mail)).subject })),
    ).then((mails) =>
      mails
        .filter((mail) => mail.is === subject)
        .map((mail) => mail.to)
        .sort(),
    );
  const send = async (subject: string, fields: Record<string, unknown>) => {
    const answer = await ground.client.post('/single/send/create', sendTo(ground, { subject, ...fields }));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.message.utr;
  };

  it('reaches its members: those matched, those added by hand, none that was taken out or deleted', async () => {
    await addContacts(ground, ['in@example.com', 'out@example.com', 'gone@example.com', 'other@example.com']);
    const segment = await addSegment();
    await match(segment, ['in@example.com', 'out@example.com', 'gone@example.com']);
    await addByHand(segment, 'hand@example.com');
    const members = (await ground.client.get(`/segment/email/list?segment_id=${segment}`)).body.message
      .contactEmails;
    const { id } = members.find((one: { email: string }) => one.email === 'out@example.com');
    await ground.client.delete(`/segment/email/delete?segment_recipient_id=${id}`);
    await rows(Contact).updateOne(
      { user_id: ground.client.user_id, email: 'gone@example.com' },
      { $set: { deleted_at: now() } },
    );
    const done = await completed(
      ground.client,
      await send('Members', { recipient_id: [`segments_${segment}`, `contacts_${ground.contact_type_id}`] }),
    );
    expect(done.recipient_id[0]).to.deep.equal({ id: String(segment), table: 'segments_' });
    expect(done.audience).to.deep.include({ members: 5, duplicates: 1, recipients: 4 });
    const alone = await completed(
      ground.client,
      await send('Alone', { recipient_id: [`segments_${segment}`] }),
    );
    expect(alone.audience).to.deep.include({ members: 2, recipients: 2 });
    expect(await recipients('Alone')).to.deep.equal(['hand@example.com', 'in@example.com']);
  });

  it('leaves out the members of one that is excluded', async () => {
    await addContacts(ground, ['in@example.com', 'out@example.com', 'hand@example.com']);
    const segment = await addSegment();
    await match(segment, ['out@example.com']);
    await addByHand(segment, 'Hand@example.com');
    const done = await completed(
      ground.client,
      await send('Excluding', { exclude_specific_recipient_id: [`segments_${segment}`] }),
    );
    expect(done.audience).to.deep.include({ members: 3, excluded: 2, recipients: 1 });
    expect(await recipients('Excluding')).to.deep.equal(['in@example.com']);
  });

  it('is held once the segment was deleted, and names none of another account', async () => {
    const segment = await addSegment();
    const stranger = await layGround(await world.api.account());
    const foreign = await stranger.client.post(
      '/single/send/create',
      sendTo(stranger, { recipient_id: [`segments_${segment}`] }),
    );
    expect(foreign.body.errors).to.deep.equal({ recipient_id: ['The selected recipient id is invalid.'] });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const utr = await send('Later', {
      recipient_id: [`segments_${segment}`],
      schedule_type: 1,
      schedule_date: tomorrow.slice(0, 10),
      schedule_time: tomorrow.slice(11, 19),
    });
    await ground.client.delete(`/segment/delete?segment_id=${segment}`);
    const copied = await ground.client.post(`/single/send/duplicate?utr=${utr}`);
    expect(copied.status).to.equal(200);
    const copy = (await ground.client.get('/single-send/list')).body.message.singleSends.at(-1);
    expect(await detailsOf(ground.client, copy.utr)).to.deep.include({ hold_reason: 'recipient_deleted' });
  });
});
