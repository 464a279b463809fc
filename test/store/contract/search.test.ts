import { expect } from 'chai';
import { namedBy, type SearchQuery } from '../../../api/resources/searches.ts';
import { removeFieldValues } from '../../../common/changes/field-removals.ts';
import { foldedCustom } from '../../../common/domain/folded-custom.ts';
import { Contact, type ContactDocument } from '../../../common/models/contacts.ts';
import { newSegmentRecipient, SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { storeContacts } from '../../support/contacts.ts';
import { rows } from '../../support/rows.ts';
import { fewIds } from '../../support/small-steps.ts';

type Given = Readonly<Record<string, string>>;

const FEW = 500;
/** More than are sorted in memory. */
const MANY = FEW + 50;
const LONG = 'x'.repeat(256);

describe('a filter by email= or search=', () => {
  fewIds(FEW);
  let api: Api;
  let client: Client;
  let type: number;

  before(async () => {
    api = await startApi('contract-search', { RATE_CALLS: '0', SLOW_QUESTION_MS: '60000' });
  });
  beforeEach(async () => {
    client = await api.account();
    type = await contactBook(client).addType('Customers');
  });
  after(() => api.stop());

  const ask = (path: string, given: Given, who = client) => {
    const [base, query = ''] = path.split('?');
    return who.get(
      `${base}?${new URLSearchParams([...new URLSearchParams(query), ...Object.entries(given)])}`,
    );
  };
  const itemsOf = async (path: string, key: string, given: Given, who = client) => {
    const { status, body } = await ask(path, given, who);
    expect(status, JSON.stringify(body.errors)).to.equal(200);
    return body.message[key] as { id: number; email: string; email_address: string }[];
  };
  const contacts = async (given: Given, who = client) =>
    (await itemsOf('/contacts/list', 'contacts', given, who)).map(({ email }) => email);
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
  const named = (first_name: string, last_name = ''): Given => ({ first_name, last_name });
  /** All pages of a list, a few at a time. */
  const paged = async (path: string, key: string, given: Given, limit: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const { body } = await ask(path, { ...given, limit: String(limit), after_id: String(after) });
      const page = body.message[key] as { id: number }[];
      expect(page.length).to.be.at.most(limit);
      ids.push(...page.map(({ id }) => id));
      if (body.next_after_id !== null) expect(body.next_after_id).to.equal(ids.at(-1));
      after = body.next_after_id;
    }
    return ids;
  };

  describe('of contacts', () => {
    describe('with the same address in several types', () => {
      let other: number;

      beforeEach(async () => {
        other = await contactBook(client).addType('Others');
        await add('Ann@Example.com');
        await add('ann@example.com', {}, other);
        await add('ann@example.com.example');
      });

      it('finds an exact address in any case, in every type', async () => {
        expect(await contacts({ email: 'ANN@example.COM' })).to.deep.equal([
          'Ann@Example.com',
          'ann@example.com',
        ]);
        expect(await contacts({ email: 'ann@example.co' })).to.deep.equal([]);
      });

      it('finds only what matches both', async () => {
        expect(await contacts({ email: 'ann@example.com', search: 'bob' })).to.deep.equal([]);
        expect(await contacts({ email: 'ann@example.com', search: 'an', limit: '1' })).to.have.length(1);
      });

      it('finds contacts of the own account only', async () => {
        const stranger = await api.account();
        const theirs = await contactBook(stranger).addType('Theirs');
        await stranger.post('/contacts/add', {
          email: 'ann@example.com',
          contact_type_id: theirs,
          country: 1,
        });
        expect(await contacts({ email: 'ann@example.com' })).to.have.length(2);
        expect(await contacts({ search: 'ann' }, stranger)).to.deep.equal(['ann@example.com']);
      });

      it('omits contacts of a deleted type', async () => {
        await client.delete(`/contacts-type/delete?contact_type_id=${other}`);
        expect(await contacts({ email: 'ann@example.com' })).to.deep.equal(['Ann@Example.com']);
        expect(await contacts({ search: 'ann@example.com' })).to.deep.equal([
          'Ann@Example.com',
          'ann@example.com.example',
        ]);
      });
    });

    it('finds contacts by a first and a last name in either order', async () => {
      await add('one@x.example', named('Ada', 'Lovelace'));
      await add('two@x.example', named('Ada Maria', 'Lovelace King'));
      await add('three@x.example', named('Adam', 'Lovelace'));
      await add('four@x.example', named('Jürgen', 'von der Tann'));
      await add('five@x.example', named('Lovelace', 'Adams'));
      for (const [search, found] of [
        ['Ada Lovelace', ['one', 'two']],
        ['  ada   LOVEL ', ['one', 'two']],
        ['Lovelace, Ada', ['one', 'two', 'three', 'five']],
        ['Lovelace Ada Maria', ['two']],
        ['ada maria lovelace king', ['two']],
        ['jurgen von der tann', ['four']],
        ['Von der Tann, Jürgen', ['four']],
        ['Ada King', []],
        ['ada lovelace and some more', []],
        ['a.a lovelace', []],
        ['ada (', []],
        ['ada $', []],
      ] as const)
        expect(await contacts({ search }), search).to.deep.equal(found.map((name) => `${name}@x.example`));
      const { body } = await ask('/contacts/list', { search: 'ada lovelace', contact_type_id: String(type) });
      expect(body.message.contacts).to.have.length(2);
    });

    it('finds contacts of one type only', async () => {
      const other = await contactBook(client).addType('Others');
      await add('one@x.example', named('Ada'));
      await add('two@x.example', named('Ada'), other);
      const only = { contact_type_id: String(other) };
      expect(await contacts(only)).to.deep.equal(['two@x.example']);
      expect(await contacts({ ...only, search: 'ada' })).to.deep.equal(['two@x.example']);
      expect(await contacts({ ...only, email: 'one@x.example' })).to.deep.equal([]);
      await client.delete(`/contacts-type/delete?contact_type_id=${other}`);
      for (const contact_type_id of [String(other), '999999', 'x']) {
        const { status, body } = await ask('/contacts/list', { contact_type_id });
        expect([status, Object.keys(body.errors)], contact_type_id).to.deep.equal([422, ['contact_type_id']]);
      }
      const stranger = await api.account();
      expect((await ask('/contacts/list', { contact_type_id: String(type) }, stranger)).status).to.equal(422);
    });

    it('finds contacts by the beginning of an address, a first or a last name, each once', async () => {
      await add('ada@one.example', named('Grace', 'Hopper'));
      await add('two@two.example', named('Ada', 'Lovelace'));
      await add('three@three.example', named('Ada Maria', 'Adams'));
      await add('four@four.example', named('Jean', 'ADAMS'));
      await add('five@five.example', named('Canada', 'Madam'));
      expect(await contacts({ search: 'aDa' })).to.deep.equal([
        'ada@one.example',
        'two@two.example',
        'three@three.example',
        'four@four.example',
      ]);
      expect(await contacts({ search: 'ada m' })).to.deep.equal(['three@three.example']);
      expect(await contacts({ search: ' love ' })).to.deep.equal(['two@two.example']);
      expect(await contacts({ search: 'ada@one.example' })).to.deep.equal(['ada@one.example']);
      expect(await contacts({ search: 'dams' })).to.deep.equal([]);
    });

    it('finds all contacts when it is blank', async () => {
      for (let at = 0; at < 5; at += 1) await add(`p${at}@people.example`);
      for (const blank of ['', '  '])
        expect(await contacts({ search: blank, email: blank })).to.have.length(5);
    });

    it('ignores accents and the forms of letters, in all scripts', async () => {
      const people: [string, string, string[]][] = [
        ['Zoë', 'Ångström', ['zoe', 'ZOE\u0308', 'angs', 'A\u030angström']],
        ['İpek', 'Çelik', ['ipek', 'ÇELİK'.toLowerCase(), 'celi']],
        ['ΟΔΥΣΣΕΑΣ', 'Παπαδάς', ['οδυσσ', 'ΟΔΥΣ', 'παπαδας', 'ΠΑΠΑΔΆΣ']],
        ['김철수', '山田', ['김', '山']],
        ['Ｆｕｌｌ', 'ﬁeld', ['full', 'fie']],
        ['Ann😀🎉', 'B\u{1f600}', ['ann😀', 'ann', 'b😀']],
        ['\u{20000}x', '', ['\u{20000}']],
        ['ﷺ'.repeat(255), '', ['ﷺ']],
      ];
      for (const [at, [first, last]] of people.entries())
        await add(`p${at}@people.example`, named(first, last));
      for (const [at, [, , searches]] of people.entries()) {
        for (const search of searches) {
          expect(await contacts({ search }), search).to.deep.equal([`p${at}@people.example`]);
        }
      }
      // A text of accents only folds to nothing, which must not match the beginning of every name.
      expect(await contacts({ search: '\u0301' })).to.deep.equal([]);
    });

    it('takes special characters of patterns and queries literally', async () => {
      await add('a.b+c@people.example', named('.*', '$ne'));
      await add('axb@people.example', named('\\Q(a|b)', 'O’Neil "x"'));
      for (const [search, found] of [
        ['.*', 'a.b+c'],
        ['.', 'a.b+c'],
        ['$n', 'a.b+c'],
        ['a.b+', 'a.b+c'],
        ['\\q(a|', 'axb'],
        ['o’neil "', 'axb'],
      ] as const) {
        expect(await contacts({ search }), search).to.deep.equal([`${found}@people.example`]);
      }
      for (const search of ['^', '^a', 'a|', 'a.*', '[a-z]', '(', '%', '\u{10ffff}', '\ud800', '\uffff']) {
        expect(await contacts({ search }), search).to.deep.equal([]);
      }
    });

    it('refuses texts that are too long, not an address, or not a text, in every list', async () => {
      const refusals: [Given, string, string][] = [
        [{ search: LONG }, 'search', 'The search field must not be greater than 255 characters.'],
        [{ search: 'ﷺ'.repeat(1000) }, 'search', 'The search field must not be greater than 255 characters.'],
        [{ email: 'ann' }, 'email', 'The email field must be a valid email address.'],
        [{ email: `${LONG}@example.com` }, 'email', 'The email field must be a valid email address.'],
        [{ search: 'a\0b' }, 'search', 'The search field format is invalid.'],
        [{ 'search[$gt]': '' }, 'search', 'The search field format is invalid.'],
        [{ 'email[$ne]': 'x' }, 'email', 'The email field format is invalid.'],
      ];
      for (const path of [
        '/contacts/list',
        '/global-unsubscribes',
        '/unsubscribes-groups/recipients-list?groupId=1',
        '/segment/email/list?segment_id=1',
      ]) {
        for (const [given, key, text] of refusals) {
          const { status, body } = await ask(path, given);
          expect([status, body.errors], `${path} ${key}`).to.deep.equal([422, { [key]: [text] }]);
        }
      }
      expect(await contacts({ search: 'x'.repeat(255) })).to.deep.equal([]);
    });

    describe('by custom texts', () => {
      let plan: number;
      const save = async (field_name: string, field_type = 'text'): Promise<number> =>
        (await client.post('/custom-fields/save', { field_name, field_type })).body.id;
      const withPlan = (value: string): Given => ({ 'custom_field[plan]': value });

      beforeEach(async () => {
        plan = await save('plan');
      });

      it('finds contacts by the beginning of a text, without case and accents', async () => {
        await save('score', 'number');
        await add('one@people.example', withPlan(' Été premium'));
        await add('two@people.example', { ...withPlan('Basic'), 'custom_field[score]': '77' });
        expect(await contacts({ search: 'ete PRE' })).to.deep.equal(['one@people.example']);
        expect(await contacts({ search: 'BASI' })).to.deep.equal(['two@people.example']);
        for (const search of ['premium', '77']) expect(await contacts({ search })).to.deep.equal([]);
        expect(await contacts({ search: 'basic', email: 'two@people.example' })).to.have.length(1);
        expect(await contacts({ search: 'basic', email: 'one@people.example' })).to.deep.equal([]);
      });

      it('follows changes of a value, of all values and of the field', async () => {
        const id = await add('one@people.example', withPlan('Premium'));
        const update = (more: object) =>
          client.post('/contacts/update', {
            contact_id: id,
            contact_type_id: type,
            country: 1,
            email: 'one@people.example',
            ...more,
          });
        await update({ first_name: 'Ada' });
        expect(await contacts({ search: 'premium' })).to.have.length(1);
        await update({ custom_field: { plan: 'Basic' } });
        expect(await contacts({ search: 'premium' })).to.deep.equal([]);
        expect(await contacts({ search: 'basic' })).to.have.length(1);
        await update({ custom_field: { plan: '' } });
        expect(await contacts({ search: 'basic' })).to.deep.equal([]);
        await update({ custom_field: { plan: 'Gold' } });
        expect(await contacts({ search: 'gold' })).to.have.length(1);
        await update({ custom_field: null });
        expect(await contacts({ search: 'gold' })).to.deep.equal([]);
        await update({ custom_field: { plan: 'Gold' } });
        await client.delete(`/custom-fields/delete?id=${plan}`);
        expect(await contacts({ search: 'gold' })).to.deep.equal([]);
        await removeFieldValues(client.user_id, () => false);
        expect(await rows(Contact).findOne({ _id: id })).to.deep.include({
          custom_field: {},
          custom_folded: {},
        });
      });

      it('finds contacts of the own account only, and shows none of the folded texts', async () => {
        await add('one@people.example', withPlan('Premium'));
        const stranger = await api.account();
        await stranger.post('/custom-fields/save', { field_name: 'plan', field_type: 'text' });
        expect(await contacts({ search: 'premium' }, stranger)).to.deep.equal([]);
        const [shown] = await itemsOf('/contacts/list', 'contacts', { search: 'premium' });
        expect(Object.keys(shown!).filter((key) => key.includes('folded'))).to.deep.equal([]);
      });

      it('lists pages in ascending id, with more than are sorted in memory', async () => {
        const options = { userId: client.user_id, typeId: type, name: 'many', count: MANY };
        await storeContacts(options, () => ({
          custom_field: { plan: 'Premium' },
          ...foldedCustom([[plan, 'Premium']]),
        }));
        expect(await paged('/contacts/list', 'contacts', { search: 'prem' }, 400)).to.have.length(MANY);
      });

      it('uses the index of that field', async () => {
        await storeContacts({ userId: client.user_id, typeId: type, name: 'few', count: 50 }, (at) => ({
          custom_field: { plan: `Plan ${at}` },
          ...foldedCustom([[plan, `Plan ${at}`]]),
        }));
        const other = await save('shop');
        const [, , { filter, hint }] = namedBy({ user_id: client.user_id }, 'plan 7', [plan, other]) as [
          unknown,
          unknown,
          SearchQuery<ContactDocument>,
        ];
        const { executionStats } = await rows(Contact).find(filter, { hint }).explain();
        expect(executionStats.nReturned).to.equal(1);
        expect(executionStats.totalDocsExamined).to.equal(1);
        expect(executionStats.totalKeysExamined).to.be.at.most(4);
      });

      it('finds rows of segments', async () => {
        const { body } = await client.post('/segment/store', {
          segment_name: 'Romans',
          contact_type_id: type,
          select_field: ['city'],
          select_operator: ['is'],
          value: ['Rome'],
        });
        const id = await add('one@people.example', withPlan('Premium'));
        await add('two@people.example', withPlan('Premium'));
        const at = new Date();
        const row = newSegmentRecipient(5_000_000 + id, { _id: body.id, user_id: client.user_id }, id, at);
        await rows(SegmentRecipient).insertOne(row);
        const path = `/segment/email/list?segment_id=${body.id}`;
        const found = await itemsOf(path, 'contactEmails', { search: 'premi' });
        expect(found.map(({ email }) => email)).to.deep.equal(['one@people.example']);
        const both = { email: 'one@people.example', search: 'premi' };
        expect(await itemsOf(path, 'contactEmails', both)).to.have.length(1);
      });
    });

    describe('after a change', () => {
      let id: number;
      const update = (more: Given) =>
        client.post('/contacts/update', {
          contact_id: id,
          contact_type_id: type,
          country: 1,
          email: 'new@people.example',
          ...more,
        });

      beforeEach(async () => {
        id = await add('old@people.example', named('Grace', 'Hopper'));
        expect((await update({ first_name: 'Édith' })).status).to.equal(200);
      });

      it('finds a contact by its new name and address and those that stayed', async () => {
        expect(await contacts({ search: 'edith' })).to.have.length(1);
        expect(await contacts({ search: 'hopp' })).to.have.length(1);
        expect(await contacts({ search: 'new@' })).to.have.length(1);
      });

      it('omits a contact under its old name and address', async () => {
        for (const search of ['grace', 'old@']) expect(await contacts({ search })).to.deep.equal([]);
        expect(await contacts({ email: 'old@people.example' })).to.deep.equal([]);
      });

      it('omits a contact under a name that was cleared', async () => {
        await update({ last_name: '' });
        expect(await contacts({ search: 'hopp' })).to.deep.equal([]);
        expect(await contacts({ search: 'new@' })).to.have.length(1);
      });

      it('omits a contact that was deleted', async () => {
        await client.delete(`/contacts/delete?contact_id=${id}`);
        const gone: Given[] = [{ search: 'edith' }, { search: 'new@' }, { email: 'new@people.example' }];
        for (const given of gone) {
          expect(await contacts(given)).to.deep.equal([]);
        }
      });

      it('shows none of the folded texts that it compares', async () => {
        const shown = (await client.get(`/contacts/details?contact_id=${id}`)).body.message.contact;
        expect(Object.keys(shown).filter((key) => key.includes('folded'))).to.deep.equal([]);
      });
    });

    it('lists pages in ascending id, with few matches and with more than are sorted in memory', async () => {
      const options = { userId: client.user_id, typeId: type, name: 'many', count: MANY };
      await storeContacts(options, (at) => ({
        first_name: 'Many',
        first_name_folded: 'many',
        last_name: at % 100 === 0 ? 'Few' : 'Other',
        last_name_folded: at % 100 === 0 ? 'few' : 'other',
      }));
      const every = (await rows(Contact).find({ user_id: client.user_id }).sort({ _id: 1 }).toArray()).map(
        ({ _id }) => _id,
      );
      const path = '/contacts/list';
      expect((await itemsOf(path, 'contacts', { search: 'm' })).map(({ id }) => id)).to.deep.equal(every);
      expect(await paged(path, 'contacts', { search: 'many' }, 400)).to.deep.equal(every);
      const few = every.filter((_, at) => at % 100 === 0);
      for (const limit of [1, 3, few.length, 10_000]) {
        expect(await paged(path, 'contacts', { search: 'few' }, limit)).to.deep.equal(few);
      }
      expect(await paged(path, 'contacts', { search: 'many-1' }, 70)).to.have.length(1 + 10 + 100);
      expect(await paged(path, 'contacts', { email: 'many-7@example.com' }, 1)).to.deep.equal([every[7]]);
    });
  });

  describe('of unsubscribed addresses', () => {
    for (const [which, key] of [
      ['all mails', 'unSubscribers'],
      ['a group', 'recipients'],
    ] as const) {
      describe(`from ${which}`, () => {
        let path: string;
        let removal: string;
        const found = async (given: Given) =>
          (await itemsOf(path, key, given)).map(({ email_address }) => email_address);

        beforeEach(async () => {
          const { body } = await client.post('/unsubscribes-groups/save', {
            group_name: 'News',
            description: 'Weekly',
            is_display: 1,
          });
          await client.post('/global-unsubscribes/save', {
            email_address: 'Ann@Example.com,anna@example.com,bob@example.com,global@example.com',
          });
          await client.post('/unsubscribes-groups/manually-add', {
            unsubscribe_groups_id: body.id,
            email_address: 'Ann@Example.com,anna@example.com,bob@example.com,grouped@example.com',
          });
          path =
            key === 'recipients'
              ? `/unsubscribes-groups/recipients-list?groupId=${body.id}`
              : '/global-unsubscribes';
          removal =
            key === 'recipients' ? 'unsubscribes-groups/recipients-delete' : 'global-unsubscribes/delete';
        });

        it('finds an exact address in any case', async () => {
          expect(await found({ email: 'ANN@example.com' })).to.deep.equal(['Ann@Example.com']);
        });

        it('finds addresses by their beginning', async () => {
          expect(await found({ search: 'aNN' })).to.deep.equal(['Ann@Example.com', 'anna@example.com']);
          for (const search of ['.', '@', 'nn', '^a']) expect(await found({ search })).to.deep.equal([]);
        });

        it('finds only what matches both', async () => {
          expect(await found({ search: 'anna', email: 'ann@example.com' })).to.deep.equal([]);
        });

        it('finds addresses of this list only', async () => {
          expect(await found({ search: 'g' })).to.deep.equal([
            key === 'recipients' ? 'grouped@example.com' : 'global@example.com',
          ]);
        });

        it('finds no address of another account', async () => {
          const stranger = await api.account();
          await stranger.post('/global-unsubscribes/save', { email_address: 'annie@example.com' });
          expect(await found({ email: 'annie@example.com' })).to.deep.equal([]);
        });

        it('lists pages in ascending id', async () => {
          const ids = (await itemsOf(path, key, { search: 'ann' })).map(({ id }) => id);
          expect(await paged(path, key, { search: 'ann' }, 1)).to.deep.equal(ids);
        });

        it('omits an address that was deleted', async () => {
          const [gone] = await itemsOf(path, key, { search: 'ann' });
          await client.delete(`/${removal}?id=${gone!.id}`);
          expect(await found({ search: 'ann' })).to.deep.equal(['anna@example.com']);
        });
      });
    }
  });

  describe('of segment recipients', () => {
    let segment: number;
    const path = () => `/segment/email/list?segment_id=${segment}`;
    const found = async (given: Given) =>
      (await itemsOf(path(), 'contactEmails', given)).map(({ email }) => email);
    const byHand = (email: string, first_name: string, last_name: string) =>
      client.post('/segment/email/store', { segment_id: segment, email, first_name, last_name });

    beforeEach(async () => {
      const { body } = await client.post('/segment/store', {
        segment_name: 'Romans',
        contact_type_id: type,
        select_field: ['city'],
        select_operator: ['is'],
        value: ['Rome'],
      });
      segment = body.id;
    });
    /** Writes rows like a refresh. */
    const match = async (ids: readonly number[]) => {
      const at = new Date();
      const highest = await rows(SegmentRecipient).find().sort({ _id: -1 }).limit(1).toArray();
      const first = Math.max(1_000_000, highest[0]?._id ?? 0) + 1;
      await rows(SegmentRecipient).insertMany(
        ids.map((contact_id, index) =>
          newSegmentRecipient(first + index, { _id: segment, user_id: client.user_id }, contact_id, at),
        ),
      );
    };

    describe('matched by the rule and added by hand', () => {
      beforeEach(async () => {
        const ada = await add('Ada@rome.example', named('Ada', 'Lovelace'));
        const bob = await add('bob@rome.example', named('Bob', 'Adams'));
        // This one is in the type, but not in the segment.
        await add('adam@rome.example', named('Adam', 'Outside'));
        await byHand('zoe@hand.example', 'Zoë', 'Adé');
        await match([ada, bob]);
      });

      it('finds them by the beginning of an address or a name', async () => {
        expect(await found({ search: 'ad' })).to.have.members([
          'Ada@rome.example',
          'bob@rome.example',
          'zoe@hand.example',
        ]);
        expect(await found({ search: 'zoe' })).to.deep.equal(['zoe@hand.example']);
        expect(await found({ search: 'ZOE@HAND' })).to.deep.equal(['zoe@hand.example']);
        for (const search of ['.*', '^', '\u0301']) expect(await found({ search })).to.deep.equal([]);
      });

      it('finds them by an exact address in any case', async () => {
        expect(await found({ email: 'ada@ROME.example' })).to.deep.equal(['Ada@rome.example']);
        expect(await found({ email: 'Zoe@hand.example' })).to.deep.equal(['zoe@hand.example']);
      });

      it('finds only what matches both', async () => {
        expect(await found({ email: 'zoe@hand.example', search: 'ade' })).to.have.length(1);
        expect(await found({ email: 'zoe@hand.example', search: 'ada' })).to.deep.equal([]);
        expect(await found({ email: 'ada@rome.example', search: 'bob' })).to.deep.equal([]);
      });

      it('finds no contact outside the segment', async () => {
        expect(await found({ email: 'adam@rome.example' })).to.deep.equal([]);
      });

      it('lists pages in ascending id', async () => {
        const ids = (await itemsOf(path(), 'contactEmails', { search: 'ad' })).map(({ id }) => id);
        expect(ids).to.deep.equal(ids.toSorted((one, other) => one - other));
        expect(await paged(path(), 'contactEmails', { search: 'ad' }, 1)).to.deep.equal(ids);
      });

      it('finds a person by a changed name, and not by the old one', async () => {
        await byHand('zoe@hand.example', 'Grace', 'Hopper');
        expect(await found({ search: 'zoë' })).to.deep.equal(['zoe@hand.example']);
        expect(await found({ search: 'ade' })).to.deep.equal([]);
        expect(await found({ search: 'hop' })).to.deep.equal(['zoe@hand.example']);
      });

      it('omits a person who was deleted', async () => {
        const ids = (await itemsOf(path(), 'contactEmails', { search: 'ad' })).map(({ id }) => id);
        await client.delete(`/segment/email/delete?segment_recipient_id=${ids.at(-1)}`);
        expect(await found({ search: 'ad' })).to.have.length(2);
      });

      it('answers 404 to other accounts', async () => {
        expect((await ask(path(), { search: 'ad' }, await api.account())).status).to.equal(404);
      });
    });

    it('walks the segment when more contacts match than are looked up', async () => {
      await storeContacts({ userId: client.user_id, typeId: type, name: 'many', count: MANY });
      const all = await rows(Contact).find({ user_id: client.user_id }).sort({ _id: 1 }).toArray();
      const members = all.filter((_, at) => at % 4 === 0);
      await byHand('manya@hand.example', 'Any', 'One');
      await byHand('other@hand.example', 'Other', 'One');
      await match(members.map(({ _id }) => _id));
      const expected = ['manya@hand.example', ...members.map(({ email }) => email)];
      expect(await found({ search: 'many' })).to.deep.equal(expected);
      expect(await paged(path(), 'contactEmails', { search: 'many' }, 100)).to.have.length(expected.length);
    });
  });
});
