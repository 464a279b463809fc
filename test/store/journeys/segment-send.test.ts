import { expect } from 'chai';
import { QUIET_MS } from '../../../common/changes/engagement-dates.ts';
import { now, setClock } from '../../../common/clock.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { movableClock } from '../../support/automations.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { segmentBook } from '../../support/segments.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, detailsOf, startWorld, type World } from '../../support/world.ts';

const EVERYBODY = { select_field: ['email'], select_operator: ['is not blank'], value: [] };
const NOWHERE = { select_field: ['city'], select_operator: ['is blank'], value: [] };

describe('a single send to a segment', () => {
  let world: World;
  let ground: Ground;

  before(async () => {
    world = await startWorld('journey-segment-send', { SMTP_CONNECTIONS: '5' });
  });
  beforeEach(async () => {
    ground = await anAccount(world.api);
  });
  after(() => world.stop());
  afterEach(() => setClock());

  const book = () => segmentBook(ground.client, ground.contact_type_id);
  const addSegment = (rule: Parameters<ReturnType<typeof book>['add']>[0] = EVERYBODY): Promise<number> =>
    book().add(rule);
  const shown = (segment: number, addresses: readonly string[]) =>
    until(
      async () => JSON.stringify(await book().addresses(segment)) === JSON.stringify([...addresses].sort()),
      'the rows to follow',
    );
  const addByHand = (segment_id: number, email: string) =>
    ground.client.post('/segment/email/store', { segment_id, first_name: 'By', last_name: 'Hand', email });
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
    const answer = await ground.client.post('/single/send/create', aSend(ground, { subject, ...fields }));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.message.utr;
  };

  it('reaches its members: matched contacts and people added by hand, but no removed or deleted ones', async () => {
    await addContacts(ground, ['in@example.com', 'out@example.com', 'gone@example.com']);
    await addContacts(ground, ['other@example.com'], { city: 'Elsewhere' });
    const segment = await addSegment(NOWHERE);
    await addByHand(segment, 'hand@example.com');
    await shown(segment, ['in@example.com', 'out@example.com', 'gone@example.com', 'hand@example.com']);
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

  it('addresses contacts and people added by hand by their names, in mails and links', async () => {
    await addContacts(ground, ['matched@example.com'], { first_name: 'Ada', last_name: 'Lovelace' });
    const segment = await addSegment();
    await ground.client.post('/segment/email/store', {
      segment_id: segment,
      first_name: 'Grace',
      last_name: '<Hopper>',
      email: 'grace@example.com',
    });
    await completed(
      ground.client,
      await send('Dear ((first_name)) ((last_name))!', {
        recipient_id: [`segments_${segment}`],
        template_html:
          '<p>Dear ((fullname)), ((email)) ((first_name|nameless)) ((city|nowhere))</p><a href="https://example.com/((first_name))">go</a>',
      }),
    );
    const mailTo = async (address: string) => world.mail.read(world.mail.to(address).at(-1)!);
    const grace = await mailTo('grace@example.com');
    expect(grace.subject).to.equal('Dear Grace <Hopper>!');
    expect(grace.to).to.deep.equal([{ name: 'Grace <Hopper>', address: 'grace@example.com' }]);
    expect(grace.html).to.include('<p>Dear Grace &lt;Hopper&gt;, grace@example.com Grace nowhere</p>');
    const ada = await mailTo('matched@example.com');
    expect(ada.html).to.include('<p>Dear Ada Lovelace, matched@example.com Ada ');
    const [, link = ''] = /href="([^"]*\/c\/[^"]*)"/.exec(String(grace.html))!;
    const { pathname } = new URL(link);
    const clicked = await world.api.request(pathname, { redirect: 'manual' });
    expect(clicked.headers.get('location')).to.equal('https://example.com/Grace');
  });

  it('leaves out the members of an excluded segment', async () => {
    await addContacts(ground, ['in@example.com', 'out@example.com', 'hand@example.com']);
    const segment = await addSegment({
      select_field: ['email'],
      select_operator: ['is'],
      value: ['OUT@example.com'],
    });
    await addByHand(segment, 'Hand@example.com');
    const done = await completed(
      ground.client,
      await send('Excluding', { exclude_specific_recipient_id: [`segments_${segment}`] }),
    );
    expect(done.audience).to.deep.include({ members: 3, excluded: 2, recipients: 1 });
    expect(await recipients('Excluding')).to.deep.equal(['in@example.com']);
  });

  it('takes its audience from the rule, even when the rows lag behind', async () => {
    const people = Array.from({ length: 40 }, (_, at) => `person${at}@example.com`);
    await addContacts(ground, people, { city: 'Bonn' });
    const segment = await addSegment({ select_field: ['city'], select_operator: ['is'], value: ['Bonn'] });
    await shown(segment, people);
    // A changed rule, an import, and many changed contacts, with a send right after each.
    await book().change(segment, { value: ['Köln'] });
    const changed = send('Rule', { recipient_id: [`segments_${segment}`] });
    expect((await completed(ground.client, await changed)).audience).to.deep.include({ members: 0 });

    const file = [
      'email,country,city',
      ...people.map((_, at) => `new${at}@example.com,Germany,${at % 2 ? 'Köln' : ''}`),
    ];
    const upload = new FormData();
    upload.set('contact_type_id', String(ground.contact_type_id));
    upload.set('file', new File([file.join('\n')], 'new.csv', { type: 'text/csv' }));
    expect((await ground.client.post('/contacts/upload-csv', upload)).status).to.equal(200);
    const imported = await completed(
      ground.client,
      await send('Import', { recipient_id: [`segments_${segment}`] }),
    );
    expect(imported.audience).to.deep.include({ members: 20, recipients: 20 });

    const contacts = await rows(Contact)
      .find({ user_id: ground.client.user_id, city: 'Bonn' })
      .sort({ _id: 1 })
      .toArray();
    await Promise.all(
      contacts.map((contact, at) =>
        book().updateContact(contact._id, { email: contact.email, city: at % 4 ? 'Bonn' : 'KÖLN' }),
      ),
    );
    const moved = await completed(
      ground.client,
      await send('Changes', { recipient_id: [`segments_${segment}`] }),
    );
    expect(moved.audience).to.deep.include({ members: 30, recipients: 30 });
    const members = [
      ...people.flatMap((address, at) => (at % 4 ? [] : [address])),
      ...people.flatMap((_, at) => (at % 2 ? [`new${at}@example.com`] : [])),
    ].sort();
    expect(await recipients('Changes')).to.deep.equal(members);
    await shown(segment, members);
  });

  it('selects recipients who were sent, opened or clicked something, once a rule uses this', async () => {
    const people = ['a@example.com', 'b@example.com', 'c@example.com'];
    await addContacts(ground, people);
    const link = '<html><body><a href="https://example.com/">Read</a></body></html>';
    const first = await send('First', { template_html: link });
    await completed(ground.client, first);
    const mailOf = async (to: string, subject: string) => {
      for (const mail of world.mail.mails) {
        if (mail.to === to && (await world.mail.read(mail)).subject === subject)
          return (await world.mail.read(mail)).html!;
      }
      throw new Error(`no mail to ${to}`);
    };
    const follow = async (to: string, subject: string, path: 'o' | 'c') => {
      const [address] = new RegExp(`http[^"]*/${path}/[^"]+`).exec(await mailOf(to, subject))!;
      await fetch(new URL(new URL(address).pathname, world.api.url), { redirect: 'manual' });
    };
    await follow('a@example.com', 'First', 'o');
    await until(
      async () => (await detailsOf(ground.client, first)).unique_opens === 1,
      'the opening to count',
    );
    // Meanwhile it might turn out to be a machine's.
    const clock = movableClock();
    clock.pass(2 * QUIET_MS);
    // The ledger's entries from before the rule count, too.
    const opened = await addSegment({
      select_field: ['last_opened_at'],
      select_operator: ['is within'],
      value: ['1'],
    });
    const sent = await completed(
      ground.client,
      await send('Opened', { recipient_id: [`segments_${opened}`] }),
    );
    expect(sent.audience).to.deep.include({ members: 1 });
    await shown(opened, ['a@example.com']);
    const before = await rows(Contact).findOne({ user_id: ground.client.user_id, email: 'b@example.com' });
    await follow('b@example.com', 'First', 'c');
    await until(
      async () => (await detailsOf(ground.client, first)).unique_clicks === 1,
      'the click to count',
    );
    clock.pass(2 * QUIET_MS);
    await shown(opened, ['a@example.com', 'b@example.com']);
    const after = await rows(Contact).findOne({ user_id: ground.client.user_id, email: 'b@example.com' });
    expect(after!.last_clicked_at).to.be.instanceOf(Date);
    expect(after!.updated_at).to.deep.equal(before!.updated_at);
    const unsent = await addSegment({
      select_field: ['last_sent_at'],
      select_operator: ['is blank'],
      value: [],
    });
    await addContacts(ground, ['d@example.com']);
    const rest = await completed(ground.client, await send('Rest', { recipient_id: [`segments_${unsent}`] }));
    expect(rest.audience).to.deep.include({ members: 1 });
    await shown(unsent, []);
    const again = await completed(
      ground.client,
      await send('Rest again', { recipient_id: [`segments_${unsent}`] }),
    );
    expect(again.audience).to.deep.include({ members: 0 });
    const mailed = await addSegment({
      select_field: ['last_sent_at'],
      select_operator: ['is within'],
      value: ['1'],
    });
    await addContacts(ground, ['e@example.com']);
    const others = await completed(
      ground.client,
      await send('The others', { exclude_specific_recipient_id: [`segments_${mailed}`] }),
    );
    expect(others.audience).to.deep.include({ excluded: others.audience.members - 1, recipients: 1 });
    expect(await recipients('The others')).to.deep.equal(['e@example.com']);
  });

  it('holds a copy after the segment was deleted, and refuses a segment of another account', async () => {
    const segment = await addSegment();
    const stranger = await anAccount(world.api);
    const foreign = await stranger.client.post(
      '/single/send/create',
      aSend(stranger, { recipient_id: [`segments_${segment}`] }),
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
