import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { rows } from '../../../common/mongo.ts';
import { enterJoined } from '../../../worker/automations/enter.ts';
import { automationStep } from '../../../worker/jobs/automation-step.ts';
import { createSeries, DAY, join, movableClock, type Series } from '../../support/automations.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import type { Ground } from '../../support/world.ts';

describe('leaving an automation', () => {
  let engine: Engine;
  let ground: Ground;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('automation-leaving');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    ground = await engine.ground();
    engine.rung.length = 0;
    engine.mail.mails.length = 0;
    engine.mail.answer(() => null);
  });
  afterEach(() => setClock());

  const settle = async (): Promise<void> => {
    await engine.work();
    for (let round = 0; round < 3; round += 1) await engine.sweepOnce();
  };
  const reasonOf = async (series: Series, email: string) => {
    const { state, reason } = await series.enrollment(email);
    return [state, reason];
  };
  /** A series whose second email is due a day after the first, which is out. */
  async function begun(addresses: string[], fields = {}): Promise<Series> {
    const series = await createSeries(ground, fields);
    await series.email({ subject: 'One' });
    await series.email({ subject: 'Two', waiting_type: 'days' });
    await series.live();
    if (addresses.length > 0) await join(ground, addresses, engine.worker);
    await settle();
    return series;
  }
  const nextDay = async (): Promise<void> => {
    clock.pass(DAY);
    await settle();
  };

  it('comes with an opt-out, a hard bounce and a deletion', async () => {
    const all = ['stays', 'group', 'global', 'gone', 'deleted'].map((name) => `${name}@example.com`);
    engine.mail.answer((recipient) =>
      recipient === 'gone@example.com' ? { code: 550, text: '5.1.1 no such user' } : null,
    );
    const series = await begun(all);
    expect(await reasonOf(series, 'gone@example.com')).to.deep.equal(['left', 'bounced']);
    const { client } = ground;
    const answers = [
      await client.post('/unsubscribes-groups/manually-add', {
        unsubscribe_groups_id: ground.unsubscribe_group_id,
        email_address: 'group@example.com',
      }),
      await client.post('/global-unsubscribes/save', { email_address: 'GLOBAL@example.com' }),
    ];
    expect(answers.map((answer) => answer.status)).to.deep.equal([200, 200]);
    await rows(Contact).updateOne(
      { email: 'deleted@example.com', user_id: client.user_id },
      { $set: { deleted_at: new Date() } },
    );
    await nextDay();
    expect(await reasonOf(series, 'group@example.com')).to.deep.equal(['left', 'unsubscribed']);
    expect(await reasonOf(series, 'global@example.com')).to.deep.equal(['left', 'unsubscribed']);
    expect(await reasonOf(series, 'deleted@example.com')).to.deep.equal(['left', 'deleted']);
    expect(await reasonOf(series, 'stays@example.com')).to.deep.equal(['done', null]);
    const progress = await series.progress();
    expect(progress).to.deep.include({ entered: 5, waiting: 0, done: 1, left: 4 });
    expect(progress.left_reasons).to.deep.equal({
      exit_criteria: 0,
      unsubscribed: 2,
      bounced: 1,
      deleted: 1,
      address_taken: 0,
    });
    expect(await series.ledger()).to.have.length(6);
  });

  it('stands, whoever opts in again before the next email is due', async () => {
    const series = await begun(['ann@example.com']);
    await ground.client.post('/global-unsubscribes/save', { email_address: 'ann@example.com' });
    expect(await reasonOf(series, 'ann@example.com')).to.deep.equal(['left', 'unsubscribed']);
    await rows(Suppression).deleteMany({ user_id: ground.client.user_id });
    await nextDay();
    expect(await series.ledger()).to.have.length(1);
  });

  it('comes with an opt-out between writing the mail and handing it over, too', async () => {
    const series = await createSeries(ground);
    const { id } = await series.email();
    await series.live();
    await join(ground, ['late@example.com'], engine.worker);
    engine.rung.length = 0;
    await automationStep({ scheduleId: id }, engine.worker);
    await ground.client.post('/global-unsubscribes/save', { email_address: 'late@example.com' });
    await settle();
    expect(engine.mail.to('late@example.com')).to.have.length(0);
    expect(await reasonOf(series, 'late@example.com')).to.deep.equal(['left', 'unsubscribed']);
  });

  it('comes with the deletion of the whole contact type', async () => {
    const series = await begun(['ann@example.com']);
    await rows(ContactType).updateOne({ _id: ground.contact_type_id }, { $set: { deleted_at: new Date() } });
    await nextDay();
    expect(await reasonOf(series, 'ann@example.com')).to.deep.equal(['left', 'deleted']);
  });

  it('comes with leaving the target where the exit criteria say so, and only there', async () => {
    const { client } = ground;
    await client.post('/segment/store', {
      segment_name: 'By hand',
      contact_type_id: ground.contact_type_id,
      select_field: ['email'],
      select_operator: ['is'],
      value: ['nobody@example.com'],
    });
    const segment = (await client.get('/segment/list')).body.message.segments.at(-1);
    const fields = { automation_for: `segments_${segment.id}` };
    const list = await Promise.all([0, 1].map((exit_criteria) => begun([], { ...fields, exit_criteria })));
    const emails = ['in@example.com', 'out@example.com'];
    for (const email of emails) {
      await client.post('/segment/email/store', {
        segment_id: segment.id,
        first_name: 'A',
        last_name: 'B',
        email,
      });
    }
    const members = await rows(SegmentRecipient).find({ segment_id: segment.id }).toArray();
    expect(members).to.have.length(2);
    await enterJoined(
      `segments_${segment.id}`,
      client.user_id,
      members.map(({ _id, by_hand, created_at }) => ({
        contact_id: null,
        segment_recipient_id: _id,
        email: by_hand!.email,
        email_norm: by_hand!.email_norm,
        joined_at: created_at,
      })),
      engine.worker,
    );
    await settle();
    const out = members.find((member) => member.by_hand!.email === 'out@example.com')!;
    await client.delete(`/segment/email/delete?segment_recipient_id=${out._id}`);
    await nextDay();
    const [stays, leaves] = list as [Series, Series];
    expect(await reasonOf(stays, 'out@example.com')).to.deep.equal(['done', null]);
    expect(await reasonOf(leaves, 'out@example.com')).to.deep.equal(['left', 'exit_criteria']);
    expect(await reasonOf(leaves, 'in@example.com')).to.deep.equal(['done', null]);
  });
});
