import { expect } from 'chai';
import { Contact } from '../../../common/models/contacts.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { storeContacts } from '../../support/contacts.ts';
import { examinedDuring } from '../../support/profiler.ts';
import { rows } from '../../support/rows.ts';

type Given = Readonly<Record<string, unknown>>;

interface Found {
  readonly contacts: readonly { id: number; email: string; contact_status: string }[];
  readonly ids: readonly number[];
  readonly count: number | null;
  readonly at_least: boolean;
  readonly next: string | null;
  readonly refreshing: boolean;
}

describe('finding contacts by conditions', () => {
  let api: Api;
  let client: Client;
  let type: number;
  let other: number;

  before(async () => {
    api = await startApi('contract-contact-finds', { RATE_CALLS: '0' });
  });
  beforeEach(async () => {
    client = await api.account();
    type = await contactBook(client).addType('Customers');
    other = await contactBook(client).addType('Partners');
  });
  after(() => api.stop());

  const find = async (given: Given = {}, who = client): Promise<Found> => {
    const { status, body } = await who.post('/contacts/find', given);
    expect(status, JSON.stringify(body.errors)).to.equal(200);
    return body.message.found;
  };
  const emails = async (given: Given = {}): Promise<string[]> =>
    (await find(given)).contacts.map(({ email }) => email);
  const add = async (email: string, more: Given = {}, contact_type_id = type): Promise<number> => {
    const { status, body } = await client.post('/contacts/add', {
      email,
      contact_type_id,
      country: 1,
      ...more,
    });
    expect(status, JSON.stringify(body.errors)).to.equal(200);
    return body.id;
  };
  const refused = async (given: Given): Promise<string[]> => {
    const { status, body } = await client.post('/contacts/find', given);
    expect(status, JSON.stringify(body)).to.equal(422);
    return Object.keys(body.errors);
  };

  it('gives the newest first, or the oldest, or by address, page by page, each contact once', async () => {
    await add('c@example.com');
    await add('a@example.com');
    await add('b@example.com');
    await add('a@example.com', {}, other);
    expect(await find()).to.deep.include({ count: 4, at_least: false, next: null, refreshing: false });
    expect(await emails()).to.deep.equal([
      'a@example.com',
      'b@example.com',
      'a@example.com',
      'c@example.com',
    ]);
    for (const order of ['newest', 'oldest', 'email']) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: Found = await find({ order, limit: 1, ...(after !== null && { after }) });
        expect(page.count).to.equal(after === null ? 4 : null);
        seen.push(...page.contacts.map(({ email }) => email));
        after = page.next;
      } while (after !== null);
      expect(seen.toSorted(), order).to.deep.equal([
        'a@example.com',
        'a@example.com',
        'b@example.com',
        'c@example.com',
      ]);
      if (order === 'email') expect(seen).to.deep.equal(seen.toSorted());
    }
    expect(await emails({ contact_type_id: other })).to.deep.equal(['a@example.com']);
    expect(await emails({ contact_type_id: type, order: 'email', limit: 2 })).to.deep.equal([
      'a@example.com',
      'b@example.com',
    ]);
  });

  it('orders by a name or city page by page, with contacts without one last, each once', async () => {
    const people = ['Zoe', 'ada', 'Östen', 'Ada', 'Ada', 'Bob', ''];
    const ids: number[] = [];
    for (const [at, first_name] of people.entries())
      ids.push(
        await add(`${'gfedcba'[at]}@example.com`, { first_name, city: first_name }, at === 4 ? other : type),
      );
    const gone = await add('gone@example.com', { first_name: 'Ada' });
    expect((await client.delete(`/contacts/delete?contact_id=${gone}`)).status).to.equal(200);
    const by = (...places: number[]) => places.map((at) => ids[at]!);
    for (const [order, all] of [
      ['first_name', by(1, 3, 4, 5, 2, 0, 6)],
      ['city', by(1, 3, 4, 5, 2, 0, 6)],
      ['last_name', by(0, 1, 2, 3, 4, 5, 6)],
    ] as const)
      for (const limit of [1, 3, 50]) {
        const seen: number[] = [];
        let after: string | null = null;
        do {
          const page: Found = await find({ order, limit, ...(after !== null && { after }) });
          seen.push(...page.contacts.map(({ id }) => id));
          after = page.next;
        } while (after !== null);
        expect(seen, `${order}, ${limit} at a time`).to.deep.equal(all);
      }
    const idsOf = async (given: Given) => (await find(given)).contacts.map(({ id }) => id);
    expect(await idsOf({ order: 'first_name', contact_type_id: type })).to.deep.equal(by(1, 3, 5, 2, 0, 6));
    expect(await idsOf({ order: 'first_name', search: 'ada' })).to.deep.equal(by(1, 3, 4));
    expect(await idsOf({ order: 'first_name', email: 'c@example.com' })).to.deep.equal(by(4));
    expect((await find({ order: 'first_name', only_ids: 1 })).ids).to.deep.equal(by(1, 3, 4, 5, 2, 0, 6));
    for (const after of ['5', 'x:Ada', ':'])
      expect(await refused({ order: 'first_name', after })).to.deep.equal(['after']);
  });

  it('reads no more contacts than a page by value has, where many have the same value', async () => {
    const owner = { userId: client.user_id, count: 1500 };
    await storeContacts({ ...owner, typeId: type, name: 'berlin' }, () => ({ city: 'Berlin' }));
    await storeContacts({ ...owner, typeId: other, name: 'smith' }, () => ({
      last_name: 'Smith',
      last_name_folded: 'smith',
    }));
    const limit = 10;
    for (const given of [
      { order: 'city' },
      { order: 'last_name' },
      { order: 'city', contact_type_id: type },
    ]) {
      let after: string | null = null;
      for (let page = 0; page < 2; page += 1) {
        const { questions, documents, sorts } = await examinedDuring(Contact, async () => {
          const found = await find({ ...given, limit, ...(after !== null && { after }) });
          expect(found.contacts).to.have.length(limit);
          after = found.next;
        });
        expect(questions).to.be.at.least(2);
        expect(sorts, JSON.stringify(given)).to.equal(0);
        // Those of the page and the next one, and twice those of the page to be shown with their status.
        expect(documents, JSON.stringify(given)).to.be.at.most(3 * limit + 1);
      }
    }
  });

  it('bounds the contacts that a page examines for those without a value, and continues with the next', async () => {
    const blank = [await add('first@example.com')];
    await storeContacts({ userId: client.user_id, typeId: type, name: 'berlin', count: 10_500 }, () => ({
      city: 'Berlin',
    }));
    const last = await rows(Contact).findOne({ user_id: client.user_id }, { sort: { _id: -1 } });
    for (const name of ['b', 'c', 'd']) blank.push(await add(`${name}@example.com`));
    const pages: (readonly number[])[] = [];
    let after: string | null = `${last!._id}:berlin`;
    for (let page = 0; page < 3; page += 1) {
      const { documents } = await examinedDuring(Contact, async () => {
        const found = await find({ order: 'city', limit: 2, after });
        pages.push(found.contacts.map(({ id }) => id));
        after = found.next;
      });
      expect(documents).to.be.at.most(10_100);
    }
    expect(after).to.equal(null);
    expect(pages).to.deep.equal([blank.slice(0, 1), blank.slice(1, 3), blank.slice(3)]);
    // A rare filter needs no further page.
    const rare = await find({ order: 'city', email: 'd@example.com' });
    expect([rare.contacts.map(({ id }) => id), rare.next]).to.deep.equal([blank.slice(3), null]);
  });

  it('finds contacts by status, and tells each contact’s', async () => {
    for (const name of ['ok', 'left', 'bounced', 'suspected']) await add(`${name}@example.com`);
    await client.post('/global-unsubscribes/save', { email_address: 'left@example.com' });
    await client.post('/suppressions/save', { email_address: 'bounced@example.com', reason: 'bounced' });
    expect((await find()).contacts.map(({ email, contact_status }) => [email, contact_status])).to.deep.equal(
      [
        ['suspected@example.com', 'mailable'],
        ['bounced@example.com', 'bounced'],
        ['left@example.com', 'opted_out'],
        ['ok@example.com', 'mailable'],
      ],
    );
    expect(await emails({ status: 'mailable' })).to.deep.equal(['suspected@example.com', 'ok@example.com']);
    expect(await emails({ status: 'opted_out' })).to.deep.equal(['left@example.com']);
    expect(await emails({ status: 'bounced' })).to.deep.equal(['bounced@example.com']);
    expect(await emails({ status: 'complained' })).to.deep.equal([]);
    expect(await emails({ status: 'unconfirmed' })).to.deep.equal([]);
    expect(await emails({ status: 'mailable', search: 'ok' })).to.deep.equal(['ok@example.com']);
  });

  it('agrees with the list and the file about each status, page by page', async () => {
    const listed = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
      const seen: string[] = [];
      for (let after = '0'; after !== 'null'; ) {
        const given = new URLSearchParams({ ...query, limit: '1', after_id: after });
        const { status, body } = await client.get(`/contacts/list?${given}`);
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(body.message.contacts).to.have.length.at.most(1);
        seen.push(...body.message.contacts.map((one: { email: string }) => one.email));
        after = String(body.next_after_id);
      }
      return seen;
    };
    const written = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
      const { body } = await client.get(`/contacts/download?${new URLSearchParams(query)}`);
      return [...String(body).matchAll(/"([a-z]+@example\.com)"/g)].map(([, email]) => email!);
    };
    for (const name of ['ok', 'left', 'fine', 'bounced', 'spam', 'good']) await add(`${name}@example.com`);
    const waiting = await add('waiting@example.com');
    await rows(Contact).updateOne({ _id: waiting }, { $set: { unconfirmed: true } });
    for (const [name, reason] of [
      ['left', 'unsubscribed'],
      ['bounced', 'bounced'],
      ['spam', 'complained'],
    ])
      await client.post('/suppressions/save', { email_address: `${name}@example.com`, reason });
    const people: Readonly<Record<string, readonly string[]>> = {
      mailable: ['ok', 'fine', 'good'],
      opted_out: ['left'],
      bounced: ['bounced'],
      complained: ['spam'],
      unconfirmed: ['waiting'],
    };
    for (const [status, names] of Object.entries(people)) {
      const expected = names.map((name) => `${name}@example.com`);
      expect(await emails({ status, order: 'oldest' }), status).to.deep.equal(expected);
      expect(await listed({ status }), status).to.deep.equal(expected);
      expect(await written({ status }), status).to.deep.equal(expected);
      const [first] = expected;
      expect(await listed({ status, search: first! }), status).to.deep.equal([first]);
      expect(await listed({ status, email: first! }), status).to.deep.equal([first]);
      expect(await listed({ status, contact_type_id: String(other) }), status).to.deep.equal([]);
      expect(
        await listed({ status, email: status === 'mailable' ? 'spam@example.com' : 'ok@example.com' }),
      ).to.deep.equal([]);
    }
    expect((await client.get('/contacts/list?status=left_out')).status).to.equal(422);
  });

  it('finds contacts by conditions, by segment, and by all of it together', async () => {
    const bern = await add('ada@example.com', { city: 'Bern', first_name: 'Ada' });
    await add('bob@example.com', { city: 'Bern', first_name: 'Bob' });
    await add('eve@example.com', { city: 'Rome', first_name: 'Eve' });
    const rule = { select_field: ['city'], select_operator: ['is'], value: ['Bern'] };
    expect(await emails(rule)).to.deep.equal(['bob@example.com', 'ada@example.com']);
    expect(await emails({ ...rule, search: 'ada' })).to.deep.equal(['ada@example.com']);
    expect(
      await emails({
        select_field: ['city', 'first_name'],
        select_operator: ['is', 'is'],
        value: ['Rome', 'Ada'],
        query_type: 'or',
        order: 'oldest',
      }),
    ).to.deep.equal(['ada@example.com', 'eve@example.com']);
    const segment_id = (
      await client.post('/segment/store', { segment_name: 'Bern', contact_type_id: type, ...rule })
    ).body.id;
    await client.post('/segment/email/store', {
      segment_id,
      email: 'eve@example.com',
      first_name: 'Eve',
      last_name: 'Doe',
    });
    expect(await emails({ segment_id, order: 'email' })).to.deep.equal([
      'ada@example.com',
      'bob@example.com',
      'eve@example.com',
    ]);
    expect(await emails({ segment_id, status: 'mailable', search: 'e' })).to.deep.equal(['eve@example.com']);
    expect((await find({ ...rule, only_ids: 1, order: 'oldest' })).ids[0]).to.equal(bern);
    await add('new@example.com', { city: 'Bern' });
    expect(await emails({ segment_id, search: 'new' })).to.deep.equal(['new@example.com']);
  });

  it('gives the ids of many, and a page of a few of them', async () => {
    await storeContacts({ userId: client.user_id, typeId: type, name: 'many', count: 1200 }, () => ({
      custom_field: {},
    }));
    const all = await find({ only_ids: 1 });
    expect(all.ids).to.have.length(1200);
    expect(all.contacts).to.deep.equal([]);
    const page = await find({ limit: 500, status: 'mailable' });
    expect([page.contacts.length, page.count, page.next]).to.deep.equal([500, 1200, String(all.ids[499])]);
  });

  it('refuses wrong inputs, and knows nothing of other accounts', async () => {
    await add('ada@example.com');
    const stranger = await api.account();
    expect((await find({}, stranger)).contacts).to.deep.equal([]);
    const theirs = await contactBook(stranger).addType('Theirs');
    expect(await refused({ contact_type_id: theirs })).to.deep.equal(['contact_type_id']);
    expect(await refused({ segment_id: 99_999 })).to.deep.equal(['segment_id']);
    expect(await refused({ status: 'left_out' })).to.deep.equal(['status']);
    expect(await refused({ order: 'name' })).to.deep.equal(['order']);
    expect(await refused({ after: 'x' })).to.deep.equal(['after']);
    expect(await refused({ limit: 501 })).to.deep.equal(['limit']);
    expect(await refused({ limit: 0 })).to.deep.equal(['limit']);
    expect(await refused({ value: ['x'] })).to.deep.equal(['select_field']);
    expect(await refused({ select_field: ['shoe'], select_operator: ['is'], value: ['x'] })).to.deep.equal([
      'select_field',
    ]);
    expect(await refused({ select_field: ['city'], select_operator: ['is'] })).to.deep.equal(['value']);
    expect(await refused({ search: { $gt: '' } })).to.deep.equal(['search']);
    expect(await emails({ contact_type_id: '', status: '', search: ' ' })).to.deep.equal(['ada@example.com']);
  });
});
