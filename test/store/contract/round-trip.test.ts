import { expect } from 'chai';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { runMoves, uploadMove } from '../../support/moves.ts';

/** Columns that are new in each account. */
const NEW = new Set(['id', 'created_at', 'updated_at']);
const OPTED_OUT_AT = '2024-05-06T07:08:09.000000Z';

describe('the people of an account in another account', () => {
  let api: Api;
  let from: Client;
  let to: Client;

  before(async () => {
    api = await startApi('contract-round-trip');
    from = await api.account();
    await fill();
  });
  after(() => api.stop());
  beforeEach(async () => {
    to = await api.account();
  });

  const ok = ({ status, body }: Answer) => {
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };

  const post = async (path: string, given: Record<string, unknown>) => ok(await from.post(path, given));

  async function fill(): Promise<void> {
    await post('/custom-fields/save', { field_name: 'plan', field_type: 'text' });
    await post('/custom-fields/save', { field_name: 'Size', field_type: 'number' });
    await post('/custom-fields/save', { field_name: 'joined', field_type: 'datetime-local' });
    const book = contactBook(from);
    const [customers, guests] = [await book.addType('Customers'), await book.addType('Gäste; "alle"')];
    const names = ['yes', 'out', 'gone', 'spam', 'own', 'left', 'wait'];
    for (const [at, name] of names.entries())
      for (const type of [customers, guests])
        await post('/contacts/add', {
          contact_type_id: type,
          email: `${name}@x.example`,
          alt_email: at % 2 ? `${name}@y.example` : '',
          first_name: '=Ada',
          last_name: 'O\'Neill, "Jo"',
          country: 82,
          city: 'Köln\nNippes',
          postal_code: '01067',
          custom_field: { plan: 'pro', Size: String(38 + at), joined: `2024-06-0${at + 1}T10:30:00` },
        });
    const file = `email,first_name,status,status_at\nout@x.example,=Ada,unsubscribed,${OPTED_OUT_AT}\nwait@x.example,=Ada,pending,\n`;
    const id = ok(await uploadMove(from, { 'list.csv': file })).id;
    await runMoves(api.config, from.user_id);
    ok(await from.post(`/moves/apply?id=${id}`, { contact_type_id: customers }));
    await runMoves(api.config, from.user_id);
    await suppress();
  }

  async function suppress(): Promise<void> {
    await post('/suppressions/save', { email_address: 'gone@x.example,nobody@x.example', reason: 'bounced' });
    await post('/suppressions/save', { email_address: 'spam@x.example', reason: 'complained' });
    await post('/suppressions/save', { email_address: 'own@x.example', reason: 'manual' });
    for (const group_name of ['News', 'Offers; all'])
      await post('/unsubscribes-groups/save', { group_name, description: 'n', is_display: 1 });
    const [news, offers] = (await groupsOf(from)).map((group) => group.id);
    await post('/unsubscribes-groups/manually-add', {
      unsubscribe_groups_id: news,
      email_address: 'left@x.example,stranger@x.example',
    });
    await post('/unsubscribes-groups/manually-add', {
      unsubscribe_groups_id: offers,
      email_address: 'left@x.example,gone@x.example',
    });
  }

  const groupsOf = async (client: Client): Promise<{ id: number; group_name: string }[]> =>
    (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;

  /** Cells by column of each line, without the columns that are new; no cell has `","`. */
  async function peopleOf(client: Client): Promise<unknown[]> {
    const [header, ...lines] = String((await client.get('/contacts/download')).body)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'));
    return lines
      .map((cells) => cells.filter((_, at) => !NEW.has(header![at]!)).map((cell) => cell.toLowerCase()))
      .toSorted((a, b) => a.join('|').localeCompare(b.join('|')));
  }

  async function optOutsOf(client: Client) {
    const global = (await client.get('/global-unsubscribes')).body.message.unSubscribers;
    const suppressed = (await client.get('/suppressions')).body.message.suppressions;
    const groups: Record<string, string[]> = {};
    for (const { id, group_name } of await groupsOf(client)) {
      const { recipients } = (await client.get(`/unsubscribes-groups/recipients-list?groupId=${id}`)).body
        .message;
      groups[group_name] = recipients.map((one: { email_address: string }) => one.email_address).toSorted();
    }
    // A suppression by the account is an opt-out in a file of contacts, and so has both.
    const listed = (rows: { email_address?: string; email?: string; reason?: string }[]) =>
      rows
        .map((one) => `${one.email_address ?? one.email} ${one.reason ?? ''}`)
        .filter((one) => one !== 'own@x.example ')
        .toSorted();
    const dates = Object.fromEntries(
      global.map((one: { email_address: string; created_at: string }) => [one.email_address, one.created_at]),
    );
    return { global: listed(global), suppressed: listed(suppressed), groups, since: dates['out@x.example'] };
  }

  it('are the same by the archive of account/export', async () => {
    const response = await fetch(`${api.url}/api/account/export`, {
      headers: { PublicKey: from.public_key, SecretKey: from.secret_key },
    });
    const archive = Buffer.from(await response.arrayBuffer());
    const { id } = ok(await uploadMove(to, { 'account.zip': archive }));
    await runMoves(api.config, to.user_id);
    const { move } = ok(await to.get(`/moves/details?id=${id}`)).message;
    expect([move.state, move.tool]).to.deep.equal(['planned', 'mailing']);
    ok(await to.post(`/moves/apply?id=${id}`));
    await runMoves(api.config, to.user_id);
    const { receipt } = ok(await to.get(`/moves/receipt?id=${id}`)).message;
    expect([receipt.state, receipt.total.refused]).to.deep.equal(['applied', 0]);
    expect(await peopleOf(to)).to.deep.equal(await peopleOf(from));
    expect(await optOutsOf(to)).to.deep.equal(await optOutsOf(from));
    const typesOf = async (client: Client) =>
      (await client.get('/contacts-type')).body.message.contactTypes.map((one: { name: string }) => one.name);
    expect(await typesOf(to)).to.deep.equal(await typesOf(from));
  });

  it('are the same by contacts/download, for Excel too', async () => {
    const types = (await from.get('/contacts-type')).body.message.contactTypes;
    const files: Record<string, string> = {};
    for (const { id } of types) {
      const { body } = await from.get(`/contacts/download?contact_type_id=${id}&for=excel`);
      files[`contacts-${id}.csv`] = String(body);
    }
    const { id } = ok(await uploadMove(to, files));
    await runMoves(api.config, to.user_id);
    ok(await to.post(`/moves/apply?id=${id}`));
    await runMoves(api.config, to.user_id);
    expect(await peopleOf(to)).to.deep.equal(await peopleOf(from));
  });
});
