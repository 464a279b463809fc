import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Contact } from '../../../common/models/contacts.ts';
import { Import } from '../../../common/models/imports.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { noStatuses } from '../../../shared/statuses/statuses.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { rows } from '../../support/rows.ts';
import { runImport } from '../../support/run-import.ts';

const FILES = new URL('../../fixtures/statuses/', import.meta.url);

describe('the API of files of suppressions', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-suppression-files');
  });
  after(() => api.stop());
  beforeEach(async () => {
    client = await api.account();
  });

  function upload(
    file: Buffer | string,
    more: Readonly<Record<string, string>> = {},
    name = 'list.csv',
    by = client,
  ): Promise<Answer> {
    const form = new FormData();
    for (const [key, value] of Object.entries(more)) form.set(key, value);
    form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
    return by.post('/suppressions/upload-csv', form);
  }

  /** Uploads a file and runs its import. */
  async function load(...given: Parameters<typeof upload>) {
    const { status, body } = await upload(...given);
    expect(status, JSON.stringify(body)).to.equal(200);
    await runImport(api.config, body.id);
    return (await (given[3] ?? client).get(`/contacts/imports/details?id=${body.id}`)).body.message.import;
  }

  const stored = async (by = client): Promise<string[]> =>
    (await rows(Suppression).find({ user_id: by.user_id }).sort({ _id: 1 }).toArray()).map(
      ({ email_norm, reason, unsubscribe_groups_id: group }) => `${email_norm} ${reason} ${group}`,
    );
  const csv = async (path: string, by = client): Promise<string> => String((await by.get(path)).body);
  const group = async (by = client): Promise<number> =>
    (await by.post('/unsubscribes-groups/save', { group_name: 'News', description: 'News', is_display: 1 }))
      .body.id;

  it('stores the rows as suppressions with reply, class and date, and adds no contacts', async () => {
    const name = 'suppression_bounces.csv';
    const found = await load(readFileSync(new URL(name, FILES)), {}, name);
    expect(found).to.deep.include({
      state: 'completed',
      contact_type_id: null,
      rows_read: 4,
      rows_added: 4,
      rows_refused: 0,
      statuses: { ...noStatuses(), bounced: 4 },
      undoable_until: null,
    });
    const [first] = (await client.get('/suppressions')).body.message.suppressions;
    expect(first).to.include({ reason: 'bounced', class: 'gone', state: 'active' });
    expect(first.reply).to.be.a('string');
    expect(first.created_at < '2026').to.equal(true);
    expect(await rows(Contact).countDocuments({ user_id: client.user_id })).to.equal(0);
  });

  it('suppresses all rows for the given reason, of which bounces and complaints stop messages, too', async () => {
    await load('email,created\nb@example.com,2024-05-06\n', { reason: 'bounced' });
    await load('Mail\nc@example.com\n', { reason: 'complained' });
    await load('email\nm@example.com\n', { reason: 'manual' });
    await load('email\nu@example.com\n', { reason: 'unsubscribed' });
    await load('email\nx@example.com\n');
    expect((await stored()).toSorted()).to.deep.equal([
      'b@example.com bounced null',
      'c@example.com complained null',
      'c@example.com unsubscribed null',
      'm@example.com manual null',
      'u@example.com unsubscribed null',
      'x@example.com manual null',
    ]);
    const [bounced] = (await client.get('/suppressions?email=b@example.com')).body.message.suppressions;
    expect(bounced.created_at).to.equal('2024-05-06T00:00:00.000000Z');
  });

  it('leaves out mailable and pending rows of a file with statuses, and suppresses unknown words', async () => {
    const found = await load(
      'email,status\na@example.com,enabled\nb@example.com,blocklisted\nc@example.com,Waiting list\nd@example.com,pending\n',
    );
    expect(found).to.deep.include({
      rows_added: 2,
      rows_unchanged: 2,
      statuses: { ...noStatuses(), mailable: 1, opted_out: 1, unconfirmed: 1 },
      unknown_statuses: [{ word: 'Waiting list', rows: 1 }],
    });
    expect(await stored()).to.deep.equal(['b@example.com unsubscribed null', 'c@example.com manual null']);
  });

  it('takes opt-outs of one group', async () => {
    const unsubscribe_groups_id = String(await group());
    await load('email\nA@example.com\n', { unsubscribe_groups_id });
    await load('email,status\nb@example.com,abgemeldet\nc@example.com,bounced\n', { unsubscribe_groups_id });
    expect(await stored()).to.deep.equal([
      `a@example.com unsubscribed ${unsubscribe_groups_id}`,
      `b@example.com unsubscribed ${unsubscribe_groups_id}`,
      'c@example.com bounced null',
    ]);
  });

  it('counts rows that are stored already, also after a repeated batch', async () => {
    await client.post('/global-unsubscribes/save', { email_address: 'There@example.com' });
    const file = 'email\nnew@example.com\nthere@example.com\nNEW@example.com\nno address\n';
    const { body } = await upload(file, { reason: 'unsubscribed' });
    await runImport(api.config, body.id);
    const counts = { rows_read: 4, rows_added: 1, rows_unchanged: 2, rows_refused: 1 };
    const details = async () =>
      (await client.get(`/contacts/imports/details?id=${body.id}`)).body.message.import;
    expect(await details()).to.include(counts);
    const again = (await upload(file, { reason: 'unsubscribed' })).body.id;
    // As after a crash between the write and the checkpoint.
    await rows(Suppression).updateOne(
      { user_id: client.user_id, email_norm: 'new@example.com' },
      { $set: { import_id: again, import_line: 2 } },
    );
    await runImport(api.config, again);
    const found = await rows(Import).findOne({ _id: again });
    expect(found).to.include(counts);
    expect((await csv(`/contacts/imports/errors?id=${again}`)).split('\n')[1]).to.include('no address');
  });

  it('stores nothing in a dry run, and counts what it would store', async () => {
    const file = `email\n${Array.from({ length: 1500 }, (_, at) => `p${at % 1200}@example.com`).join('\n')}\n`;
    const found = await load(file, { dry_run: '1', reason: 'bounced' });
    expect(found).to.include({ state: 'completed', rows_read: 1500, rows_added: 1200, rows_unchanged: 300 });
    expect(found.trial).to.deep.equal({
      examples: [],
      refusals: [],
      dropped: [],
      statuses: [{ status: 'bounced', word: null, lines: [2, 3, 4] }],
      whole: true,
      date_orders: [],
      new_fields: [],
    });
    expect(await stored()).to.deep.equal([]);
  });

  it('downloads what it reads, so that another account gets the same', async () => {
    const groupId = await group();
    await load('email,status,status_at,reason\nb@example.com,bounced,2024-05-06,550 5.1.1 nobody\n');
    await client.post('/suppressions/save', { email_address: 'm@example.com' });
    await client.post('/global-unsubscribes/save', { email_address: 'g@example.com' });
    await client.post('/unsubscribes-groups/manually-add', {
      unsubscribe_groups_id: groupId,
      email_address: 'n@example.com',
    });
    const other = await api.account();
    const otherGroup = String(await group(other));
    await load(await csv('/suppressions/download'), {}, 'suppressions.csv', other);
    await load(await csv('/global-unsubscribes/download'), {}, 'global-unsubscribes.csv', other);
    const left = await csv(`/unsubscribes-groups/recipients-download?groupId=${groupId}`);
    await load(left, { unsubscribe_groups_id: otherGroup }, 'people.csv', other);
    const shown = async (by: Client) => ({
      suppressed: await csv('/suppressions/download', by),
      unsubscribed: await csv('/global-unsubscribes/download', by),
    });
    expect(await shown(other)).to.deep.equal(await shown(client));
    expect(await csv(`/unsubscribes-groups/recipients-download?groupId=${otherGroup}`, other)).to.equal(left);
    expect((await shown(client)).suppressed).to.include(
      '"b@example.com","bounced","2024-05-06T00:00:00.000000Z","550 5.1.1 nobody"',
    );
    const missing = await client.get(`/unsubscribes-groups/recipients-download?groupId=${otherGroup}`);
    expect(missing.status).to.equal(404);
  });

  it('refuses wrong reasons, groups and files', async () => {
    const errorsOf = async (...given: Parameters<typeof upload>) => {
      const { status, body } = await upload(...given);
      return [status, body.errors];
    };
    const file = 'email\na@example.com\n';
    expect(await errorsOf(file, { reason: 'gone' })).to.deep.equal([
      422,
      { reason: ['The selected reason is invalid.'] },
    ]);
    expect(await errorsOf(file, { unsubscribe_groups_id: '999999' })).to.deep.equal([
      422,
      { unsubscribe_groups_id: ['The selected unsubscribe groups id is invalid.'] },
    ]);
    expect(
      await errorsOf(file, { reason: 'manual', unsubscribe_groups_id: String(await group()) }),
    ).to.deep.equal([
      422,
      { unsubscribe_groups_id: ['The unsubscribe groups id field must be empty when reason is given.'] },
    ]);
    expect(await errorsOf(file, { reason: 'manual', 'statuses[x]': 'mailable' })).to.deep.equal([
      422,
      { statuses: ['The statuses field must be empty when reason is given.'] },
    ]);
    expect(await errorsOf('name\nAda\n')).to.deep.equal([
      422,
      { file: ['The file field must have an email column.'] },
    ]);
    expect((await errorsOf(file, {}, 'people.txt'))[0]).to.equal(422);
    const none = await client.post('/suppressions/upload-csv', { reason: 'manual' });
    expect(none.body.errors).to.deep.equal({ file: ['The file field is required.'] });
  });
});
