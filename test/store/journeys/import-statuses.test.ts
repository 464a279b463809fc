import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Contact } from '../../../common/models/contacts.ts';
import { createSeries } from '../../support/automations.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { segmentBook } from '../../support/segments.ts';
import { until } from '../../support/until.ts';
import { completed, detailsOf, startWorld, type World } from '../../support/world.ts';

/** Files of other services, and who is mailable by them. The row of a country that is none is refused. */
const FILES: readonly (readonly [name: string, mailable: readonly string[]])[] = [
  ['listmonk.csv', ['maja.brandt@example.org', 'seun@example.org', 'j.vanderberg@example.net']],
  [
    'subscribed_email_audience_export_4f27b0.csv',
    [
      'hanna.lindqvist@example.com',
      'ben.okafor@example.net',
      'clara.mendes@example.org',
      'yuto.hayashi@example.com',
    ],
  ],
  ['unsubscribed_email_audience_export_4f27b0.csv', []],
  ['cleaned_email_audience_export_4f27b0.csv', []],
  [
    'sendgrid-contacts.csv',
    [
      'grace.mbeki@example.com',
      'niall.byrne@example.org',
      'lotte.meyer@example.net',
      'raj.patel@example.com',
    ],
  ],
  ['suppression_bounces.csv', []],
  ['suppression_unsubscribes.csv', []],
  ['brevo-contacts.csv', ['chloe.garnier@example.com', 'fabien.roux@example.org', 'zoe.petit@example.org']],
  ['keila.csv', ['anouk.smit@example.com', 'pavel.dvorak@example.net', 'greta.holt@example.org']],
  ['statuses-german.csv', ['eva.winter@example.com']],
];

describe('a file of people with statuses', () => {
  let world: World;
  let ground: Ground;

  before(async () => {
    world = await startWorld('journey-import-statuses');
  });
  beforeEach(async () => {
    ground = await anAccount(world.api);
  });
  after(() => world.stop());

  async function upload(name: string, text: string | Buffer, more: Readonly<Record<string, string>> = {}) {
    const form = new FormData();
    form.set('contact_type_id', String(ground.contact_type_id));
    for (const [key, value] of Object.entries(more)) form.set(key, value);
    form.set('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), name);
    const { status, body } = await ground.client.post('/contacts/upload-csv', form);
    expect([status, body.message], JSON.stringify(body)).to.deep.equal([200, 'Imported Successfully']);
    const details = async () =>
      (await ground.client.get(`/contacts/imports/details?id=${body.id}`)).body.message.import;
    await until(async () => (await details()).state === 'completed', `${name} to be imported`);
    return { said: body, details: await details() };
  }

  const audience = async () =>
    (
      await ground.client.post('/single-send/audience', {
        recipient_id: [`contacts_${ground.contact_type_id}`],
        unsubscribe_group_id: ground.unsubscribe_group_id,
      })
    ).body.message.audience;

  /** Sends a campaign to the contact type; answers its recipients. */
  async function campaign(subject: string): Promise<string[]> {
    const answer = await ground.client.post('/single/send/create', aSend(ground, { subject }));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const { utr } = answer.body.message;
    await completed(ground.client, utr);
    const mails = await Promise.all(
      world.mail.mails.map(async (mail) => ({ to: mail.to, is: (await world.mail.read(mail)).subject })),
    );
    const to = mails.filter((mail) => mail.is === subject).map((mail) => mail.to);
    expect((await detailsOf(ground.client, utr)).delivered).to.equal(to.length);
    return to.toSorted();
  }

  it('lets a send reach only the people that it calls mailable', async () => {
    const mailable: string[] = [];
    for (const [name, people] of FILES) {
      const file = readFileSync(new URL(`../../fixtures/statuses/${name}`, import.meta.url));
      const { said, details } = await upload(name, file);
      expect(said.whole, name).to.equal(true);
      expect(details.statuses.mailable, name).to.equal(people.length);
      if (details.rows_refused === 0)
        expect(
          { statuses: said.statuses, by: said.status_by, unknown: said.unknown_statuses },
          name,
        ).to.deep.equal({
          statuses: details.statuses,
          by: details.status_by,
          unknown: details.unknown_statuses,
        });
      mailable.push(...people);
    }
    expect((await audience()).recipients).to.equal(mailable.length);
    expect(await campaign('To all files')).to.deep.equal(mailable.toSorted());
  });

  it('leaves people with unknown words out of all mails and segments until a decision', async () => {
    const welcome = await createSeries(ground);
    await welcome.email({ subject: 'Welcome' });
    await welcome.live();
    const book = segmentBook(ground.client, ground.contact_type_id);
    const rule = { select_field: ['email'], select_operator: ['is not blank'], value: [] };
    const segment = await book.add(rule);
    const file =
      'email,status\nin@example.com,subscribed\nwait@example.com,Waiting list\npend@example.com,pending\n';
    const { details } = await upload('people.csv', file);
    expect(details.unknown_statuses).to.deep.equal([{ word: 'Waiting list', rows: 1 }]);
    const contacts = { contact_type_id: ground.contact_type_id, deleted_at: null };
    expect(await rows(Contact).countDocuments(contacts)).to.equal(3);
    expect(await audience()).to.include({ members: 1, recipients: 1 });
    const preview = await ground.client.post('/segment/preview', {
      contact_type_id: ground.contact_type_id,
      ...rule,
    });
    expect(preview.body.message.preview.count, JSON.stringify(preview.body)).to.equal(1);
    const inSegment = (...people: string[]) =>
      until(
        async () => JSON.stringify(await book.addresses(segment)) === JSON.stringify(people),
        'the segment to follow',
      );
    const welcomed = (...people: string[]) =>
      until(
        async () => {
          const mails = await Promise.all(
            world.mail.mails.map(async (mail) => [mail.to, (await world.mail.read(mail)).subject]),
          );
          const to = mails.flatMap(([one, subject]) => (subject === 'Welcome' ? [one!] : []));
          return JSON.stringify(to.toSorted()) === JSON.stringify(people);
        },
        `${people.join(' and ')} to be welcomed`,
      );
    await inSegment('in@example.com');
    await welcomed('in@example.com');
    await upload('people.csv', file, { 'statuses[Waiting list]': 'mailable' });
    await inSegment('in@example.com', 'wait@example.com');
    await welcomed('in@example.com', 'wait@example.com');
    expect(await audience()).to.include({ members: 2, recipients: 2 });
    expect(await campaign('After a decision')).to.deep.equal(['in@example.com', 'wait@example.com']);
    await upload('people.csv', file, { 'statuses[*]': 'mailable' });
    expect(await audience()).to.include({ members: 3, recipients: 3 });
  });

  it('holds a send until an uploaded file of suppressions is stored', async () => {
    await upload('people.csv', 'email\nin@example.com\nout@example.com\n');
    const form = new FormData();
    form.set('reason', 'unsubscribed');
    form.set('file', new Blob(['email\nOUT@example.com\n']), 'list.csv');
    const { status, body } = await ground.client.post('/suppressions/upload-csv', form);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(await campaign('After suppressions')).to.deep.equal(['in@example.com']);
  });

  it('unsubscribes people from one group when the call names it', async () => {
    await upload('people.csv', 'email,status\nin@example.com,active\nout@example.com,unsubscribed\n', {
      opt_out_group: String(ground.unsubscribe_group_id),
    });
    expect(await audience()).to.include({ members: 2, unsubscribed: 1, recipients: 1 });
    const group = (await ground.client.get('/unsubscribes-groups')).body;
    expect(JSON.stringify(group)).to.include('"id"');
    const all = (await ground.client.get('/global-unsubscribes')).body.message;
    expect(JSON.stringify(all)).not.to.include('out@example.com');
  });
});
