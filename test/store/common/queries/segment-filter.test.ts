import { expect } from 'chai';
import { countriesById, findCountry } from '../../../../common/data/places.ts';
import { normalizeAddress } from '../../../../common/domain/addresses.ts';
import { foldNames } from '../../../../common/domain/folded-names.ts';
import type { QueryType } from '../../../../common/domain/segment-rules.ts';
import { readRule, ruleFields, type SegmentRule } from '../../../../common/domain/segment-rules.ts';
import { TEXT_SHAPES, textPattern } from '../../../../common/domain/segment-text.ts';
import { createIndexes } from '../../../../common/migrations/indexes.ts';
import { Contact, type ContactDocument } from '../../../../common/models/contacts.ts';
import { ruleFilter } from '../../../../common/queries/segment-filter.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { OPERATORS } from '../../../../shared/segment-operators.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

const FIELDS = ruleFields(
  ['first_name', 'email', 'alt_email', 'country'],
  [
    { field_name: 'nick', field_type: 'text' },
    { field_name: 'age', field_type: 'number' },
    { field_name: 'due', field_type: 'datetime-local' },
  ],
);
const countries = { all: () => countriesById().values(), find: findCountry };

type Line = readonly [field: string, operator: string, ...operands: string[]];

function ruleOf(lines: readonly Line[], query_type: QueryType | null = null): SegmentRule {
  const rule = readRule(
    {
      select_field: lines.map(([field]) => field),
      select_operator: lines.map(([, operator]) => operator),
      value: lines.flatMap(([, , ...operands]) => operands),
      query_type,
    },
    FIELDS,
  );
  if (!('conditions' in rule)) throw new Error(JSON.stringify(rule));
  return rule;
}

/** The folded fields of an address and a name, which indexes need. */
const foldedOf = ({ email, first_name }: { email?: unknown; first_name?: unknown }) => ({
  ...(typeof email === 'string' && { email_norm: normalizeAddress(email) }),
  ...(typeof first_name === 'string' && foldNames({ first_name })),
});

describe('the filter of a segment', () => {
  let names: readonly string[] = [];

  before(async () => connectMongo(await mongodbUrl('domain-segment-filter')));
  after(disconnectMongo);

  /** Stores documents by name, in this order, with the fields that the test needs. */
  const store = async (people: Readonly<Record<string, object>>): Promise<void> => {
    names = Object.keys(people);
    await rows(Contact).deleteMany({});
    await rows(Contact).insertMany(
      Object.values(people).map((fields, at) => ({
        _id: at + 1,
        ...fields,
        ...foldedOf(fields),
      })) as ContactDocument[],
    );
  };
  const matches = async (
    lines: readonly Line[],
    { timezone = 'UTC', now = '2026-06-15T12:00:00Z', type = null as QueryType | null } = {},
  ): Promise<string[]> => {
    const filter = ruleFilter(ruleOf(lines, type), { timezone, at: new Date(now), countries });
    const found = await rows(Contact)
      .find(filter, { projection: { _id: 1 }, maxTimeMS: 5000 })
      .sort({ _id: 1 })
      .toArray();
    return found.map(({ _id }) => names[_id - 1]!);
  };
  const others = (given: readonly string[]): string[] => names.filter((name) => !given.includes(name));

  /** Each line: an operator, its operands, and the documents that it matches. */
  const table = (
    field: string,
    type: keyof typeof OPERATORS,
    lines: readonly (readonly [operator: string, operands: readonly string[], whom: readonly string[]])[],
    given: { timezone?: string; now?: string } = {},
  ): void => {
    for (const [operator, operands, whom] of lines) {
      it(`matches ${field} ${operator} ${operands.join(' and ')}`, async () => {
        expect(await matches([[field, operator, ...operands]], given)).to.deep.equal(whom);
      });
    }
    it(`covers each operator of ${type} for ${field}`, () => {
      const tried = new Set(lines.map(([operator]) => operator));
      expect(Object.keys(OPERATORS[type]).filter((operator) => !tried.has(operator))).to.deep.equal([]);
    });
  };

  for (const [field, wrap] of [
    ['first_name', (value: unknown) => ({ first_name: value })],
    ['nick', (value: unknown) => ({ custom_field: { nick: value } })],
  ] as const) {
    describe(`of texts in ${field}`, () => {
      before(() =>
        store({
          absent: field === 'nick' ? { custom_field: {} } : {},
          null: wrap(null),
          empty: wrap(''),
          equal: wrap('Ann'),
          lower: wrap('ann'),
          longer: wrap('Annabel'),
          inside: wrap('Joanna'),
          end: wrap('Mary ANN'),
          'line break': wrap('Ann\n'),
          other: wrap('Bob'),
          'a number': wrap(7),
          'an object': wrap({ Ann: 'Ann' }),
        }),
      );
      const blanks = ['absent', 'null', 'empty'];
      const strange = ['other', 'a number', 'an object'];
      table(field, 'text', [
        ['is', ['aNN'], ['equal', 'lower']],
        ['is not', ['aNN'], [...blanks, 'longer', 'inside', 'end', 'line break', ...strange]],
        ['contains', ['aNN'], ['equal', 'lower', 'longer', 'inside', 'end', 'line break']],
        ['does not contain', ['aNN'], [...blanks, ...strange]],
        ['starts with', ['aNN'], ['equal', 'lower', 'longer', 'line break']],
        ['does not start with', ['aNN'], [...blanks, 'inside', 'end', ...strange]],
        ['ends with', ['aNN'], ['equal', 'lower', 'end']],
        ['does not end with', ['aNN'], [...blanks, 'longer', 'inside', 'line break', ...strange]],
        ['is blank', [], blanks],
        ['is not blank', [], ['equal', 'lower', 'longer', 'inside', 'end', 'line break', ...strange]],
      ]);
    });
  }

  describe('of special characters and letters', () => {
    const odd = [
      '.*',
      '^A',
      'A$',
      'a|b',
      '(x',
      '[a-z]',
      '{2}',
      '\\d',
      '\\Q',
      'a+?',
      '%_',
      '$ne',
      '#',
      '\'"',
      'ab ',
    ];
    const marks = [...odd, '(a+)+$', '(?i)x', '\\E.*', '-', '/x/i'].map((text) => text.trim());

    it('takes them literally, and not as a pattern', async () => {
      await store(
        Object.fromEntries([...marks, 'abc', '2', 'x', 'ne'].map((text) => [text, { first_name: text }])),
      );
      for (const text of marks) {
        expect(await matches([['first_name', 'is', text]]), text).to.deep.equal([text]);
        const containing = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
        expect(await matches([['first_name', 'contains', text]]), text).to.deep.equal(containing);
        expect(await matches([['first_name', 'does not contain', text]])).to.deep.equal(others(containing));
      }
    });

    for (const [one, same, different] of [
      ['ÉLODIE', ['élodie', 'Élodie'], ['elodie']],
      ['straße', ['STRASSE', 'Straße', 'STRAẞE', 'strasse'], ['strase']],
      ['STRASSE', ['straße', 'strasse'], ['strase']],
      ['ΟΔΟΣ', ['οδος', 'οδοσ', 'Οδός'.normalize('NFD').replaceAll(/\p{M}/gu, '')], ['οδο']],
      ['Иван', ['ИВАН', 'иван'], ['ивана']],
      ['İpek', ['İPEK', 'i\u0307pek'], ['ıpek']],
      ['Œuvre', ['œuvre'], ['oeuvre']],
      ['😀 A', ['😀 a'], ['😁 a']],
    ] as const) {
      it(`finds ${same.join(', ')} by ${one}, and not ${different.join(', ')}`, async () => {
        await store(
          Object.fromEntries([one, ...same, ...different].map((text) => [text, { first_name: text }])),
        );
        expect(await matches([['first_name', 'is', one]])).to.have.members([one, ...same]);
      });
    }
  });

  describe('of addresses', () => {
    const addresses = [
      'Ann.Lee@Shop.example',
      'ann.lee@shop.example.org',
      'annabel@xn--exmple-cua.com',
      'ann@exämple.com',
      'sſsam@strasse.example',
      'ßam@straße.example',
      'ssam@straße.example',
      '\u212aim@shop.example',
    ];
    before(() => store(Object.fromEntries(addresses.map((email) => [email, { email }]))));

    for (const text of [
      'ann',
      'ANN.LEE@',
      'ann.lee@shop.example',
      'ann@ex',
      'ann@exämple.com',
      'annabel@xn--exmple-cua.com',
      's',
      'ss',
      'sssam@STRASSE',
      'ßam@',
      'ssam@strasse.example',
      'kim@shop.example',
      'Kim@shop',
      'an@',
    ]) {
      for (const operator of ['is', 'starts with'] as const) {
        it(`finds the same as without an index: ${operator} ${text}`, async () => {
          const plain = await rows(Contact)
            .find({
              email: { $regex: textPattern(text, TEXT_SHAPES[operator]), $options: 'i' },
            })
            .sort({ _id: 1 })
            .toArray();
          expect(await matches([['email', operator, text]])).to.deep.equal(plain.map(({ email }) => email));
        });
      }
    }
  });

  describe('of a preview', () => {
    const keysSeen = async (lines: readonly Line[]): Promise<number> => {
      const around = { timezone: 'UTC', at: new Date(), countries };
      const filter = {
        $and: [{ user_id: 1, contact_type_id: 1, deleted_at: null }, ruleFilter(ruleOf(lines), around)],
      };
      const { executionStats } = await rows(Contact).find(filter).explain();
      return executionStats.totalKeysExamined;
    };

    before(async () => {
      await createIndexes();
      await store(
        Object.fromEntries(
          Array.from({ length: 500 }, (_, at) => [
            `person ${at}`,
            {
              user_id: 1,
              contact_type_id: 1,
              deleted_at: null,
              email: `person.${at}@example.com`,
              first_name: `Given ${at}`,
            },
          ]),
        ),
      );
    });
    after(() => Contact.drop());

    for (const line of [
      ['email', 'is', 'Person.7@example.com'],
      ['email', 'starts with', 'person.7@'],
      ['first_name', 'is', 'given 7'],
      ['first_name', 'starts with', 'GIVEN 49'],
    ] as const) {
      it(`looks at few keys of an index for ${line.join(' ')}`, async () => {
        expect(await matches([line])).not.to.deep.equal([]);
        expect(await keysSeen([line])).to.be.below(30);
      });
    }
  });

  describe('of countries', () => {
    before(() =>
      store({
        blank: { country: null },
        absent: {},
        germany: { country: findCountry('Germany') },
        niger: { country: findCountry('Niger') },
        nigeria: { country: findCountry('Nigeria') },
      }),
    );
    table('country', 'text', [
      ['is', ['NIGER'], ['niger']],
      ['is', ['de'], ['germany']],
      ['is not', ['niger'], ['blank', 'absent', 'germany', 'nigeria']],
      ['contains', ['iger'], ['niger', 'nigeria']],
      ['does not contain', ['iger'], ['blank', 'absent', 'germany']],
      ['starts with', ['ger'], ['germany']],
      ['does not start with', ['ger'], ['blank', 'absent', 'niger', 'nigeria']],
      ['ends with', ['IA'], ['nigeria']],
      ['does not end with', ['ia'], ['blank', 'absent', 'germany', 'niger']],
      ['is blank', [], ['blank', 'absent']],
      ['is not blank', [], ['germany', 'niger', 'nigeria']],
      ['is', ['Atlantis'], []],
    ]);
  });

  describe('of numbers', () => {
    const age = (value: unknown) => ({ custom_number: { age: value } });
    before(() =>
      store({
        absent: { custom_number: {} },
        none: {},
        null: age(null),
        'a text': age('18'),
        negative: age(-3),
        zero: age(0),
        below: age(17.999),
        equal: age(18),
        middle: age(30),
        upper: age(65),
        above: age(65.001),
      }),
    );
    const blanks = ['absent', 'none', 'null'];
    const low = ['negative', 'zero', 'below'];
    table('age', 'number', [
      ['is', ['18.0'], ['equal']],
      ['is', ['0'], ['zero']],
      ['is not', ['18'], [...blanks, 'a text', ...low, 'middle', 'upper', 'above']],
      ['is greater than', ['18'], ['middle', 'upper', 'above']],
      ['is less than', ['18'], low],
      ['is equal or greater than', ['18'], ['equal', 'middle', 'upper', 'above']],
      ['is equal or less than', ['18'], [...low, 'equal']],
      ['is between', ['18', '65'], ['equal', 'middle', 'upper']],
      ['is between', ['65', '18'], ['equal', 'middle', 'upper']],
      ['is not between', ['18', '65'], [...blanks, 'a text', ...low, 'above']],
      ['is blank', [], blanks],
      ['is not blank', [], ['a text', ...low, 'equal', 'middle', 'upper', 'above']],
    ]);
  });

  const DATES = [
    ['is', ['2026-06-10'], ['first', 'noon', 'last']],
    ['is', ['2026-06-10T12:00'], ['noon']],
    ['is not', ['2026-06-10'], ['absent', 'null', 'long ago', 'before', 'after', 'today', 'future']],
    ['on', ['2026-06-10'], ['first', 'noon', 'last']],
    [
      'not on',
      ['2026-06-10T12:00'],
      ['absent', 'null', 'long ago', 'before', 'first', 'last', 'after', 'today', 'future'],
    ],
    ['is after', ['2026-06-10'], ['after', 'today', 'future']],
    ['is after', ['2026-06-10T12:00'], ['last', 'after', 'today', 'future']],
    ['is at or after', ['2026-06-10'], ['first', 'noon', 'last', 'after', 'today', 'future']],
    ['is at or after', ['2026-06-10T12:00'], ['noon', 'last', 'after', 'today', 'future']],
    ['is before', ['2026-06-10'], ['long ago', 'before']],
    ['is before', ['2026-06-10T12:00'], ['long ago', 'before', 'first']],
    ['is at or before', ['2026-06-10'], ['long ago', 'before', 'first', 'noon', 'last']],
    ['is at or before', ['2026-06-10T12:00'], ['long ago', 'before', 'first', 'noon']],
    ['is between', ['2026-06-09', '2026-06-10T12:00'], ['before', 'first', 'noon']],
    ['is between', ['2026-06-10', '2026-06-09'], ['before', 'first', 'noon', 'last']],
    [
      'is not between',
      ['2026-06-10', '2026-06-11'],
      ['absent', 'null', 'long ago', 'before', 'today', 'future'],
    ],
    ['is within', ['5'], ['first', 'noon', 'last', 'after', 'today']],
    ['is within', ['1'], ['today']],
    ['is not within', ['5'], ['absent', 'null', 'long ago', 'before', 'future']],
    ['is blank', [], ['absent', 'null']],
    ['is not blank', [], ['long ago', 'before', 'first', 'noon', 'last', 'after', 'today', 'future']],
  ] as const;
  const TIMES = {
    'long ago': '0999-12-31T00:00:00',
    before: '2026-06-09T23:59:59',
    first: '2026-06-10T00:00:00',
    noon: '2026-06-10T12:00:30',
    last: '2026-06-10T23:59:59',
    after: '2026-06-11T00:00:00',
    today: '2026-06-15T23:59:59',
    future: '2026-06-16T00:00:00',
  };

  for (const field of ['created_at', 'last_opened_at']) {
    describe(`of instants in ${field}`, () => {
      before(() =>
        store({
          absent: {},
          null: { [field]: null },
          ...Object.fromEntries(
            Object.entries(TIMES).map(([name, time]) => [name, { [field]: new Date(`${time}Z`) }]),
          ),
        }),
      );
      table(field, 'date', DATES);
    });
  }

  describe('of local times in a custom field', () => {
    before(() =>
      store({
        absent: { custom_field: {} },
        null: { custom_field: { due: null } },
        ...Object.fromEntries(
          Object.entries(TIMES).map(([name, time]) => [
            name,
            { custom_field: { due: time.replace(/:00$/, '') } },
          ]),
        ),
      }),
    );
    table('due', 'date', DATES, { timezone: 'Pacific/Auckland', now: '2026-06-14T23:00:00Z' });
  });

  describe('of days of a time zone', () => {
    const stored = (...instants: string[]) =>
      store(Object.fromEntries(instants.map((at) => [at, { created_at: new Date(at) }])));
    const on = (day: string, timezone: string) => matches([['created_at', 'on', day]], { timezone });

    it('begins a day at its midnight', async () => {
      await stored(
        '2026-06-09T22:59:59Z',
        '2026-06-09T23:00:00Z',
        '2026-06-10T22:59:59Z',
        '2026-06-10T23:00:00Z',
      );
      expect(await on('2026-06-10', 'Europe/London')).to.deep.equal(names.slice(1, 3));
      expect(await on('2026-06-10', 'UTC')).to.deep.equal(names.slice(2));
    });

    it('gives a day 23 hours when clocks go forward, and 25 when they go back', async () => {
      // Berlin: 29 March and 25 October 2026.
      await stored(
        '2026-03-28T22:59:59Z',
        '2026-03-28T23:00:00Z',
        '2026-03-29T21:59:59Z',
        '2026-03-29T22:00:00Z',
      );
      expect(await on('2026-03-29', 'Europe/Berlin')).to.deep.equal(names.slice(1, 3));
      await stored(
        '2026-10-24T21:59:59Z',
        '2026-10-24T22:00:00Z',
        '2026-10-25T22:59:59Z',
        '2026-10-25T23:00:00Z',
      );
      expect(await on('2026-10-25', 'Europe/Berlin')).to.deep.equal(names.slice(1, 3));
    });

    it('begins a day later when midnight is skipped', async () => {
      // Santiago, 6 September 2026: from 23:59:59 (-04) to 01:00:00 (-03).
      await stored(
        '2026-09-06T03:59:59Z',
        '2026-09-06T04:00:00Z',
        '2026-09-07T02:59:59Z',
        '2026-09-07T03:00:00Z',
      );
      expect(await on('2026-09-06', 'America/Santiago')).to.deep.equal(names.slice(1, 3));
    });

    it('finds nothing in skipped minutes, and the first of repeated ones', async () => {
      await stored(
        '2026-03-29T01:00:00Z',
        '2026-03-29T01:30:00Z',
        '2026-10-25T00:30:00Z',
        '2026-10-25T01:30:00Z',
      );
      expect(await on('2026-03-29T02:30', 'Europe/Berlin')).to.deep.equal([]);
      expect(await on('2026-03-29T03:00', 'Europe/Berlin')).to.deep.equal([names[0]]);
      expect(await on('2026-10-25T02:30', 'Europe/Berlin')).to.deep.equal([names[2]]);
    });

    it('counts from today when a rule demands it', async () => {
      await stored('2026-06-14T21:30:00Z', '2026-06-14T22:30:00Z');
      const within = [['created_at', 'is within', '1']] as const;
      const berlin = (now: string) => matches(within, { timezone: 'Europe/Berlin', now });
      expect(await berlin('2026-06-15T21:59:59Z')).to.deep.equal(names);
      expect(await berlin('2026-06-15T22:00:00Z')).to.deep.equal(names.slice(1));
    });

    it('reaches the ends of the calendar', async () => {
      await stored('0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z');
      expect(await on('9999-12-31', 'UTC')).to.deep.equal(names.slice(1));
      expect(await on('0001-01-01', 'UTC')).to.deep.equal(names.slice(0, 1));
      expect(await matches([['created_at', 'is after', '9999-12-31']])).to.deep.equal([]);
    });
  });

  it('combines conditions by all, or by any', async () => {
    await store({
      both: { first_name: 'Ada', custom_number: { age: 36 } },
      one: { first_name: 'Ada', custom_number: { age: 17 } },
      other: { first_name: 'Bob', custom_number: { age: 36 } },
      none: { first_name: 'Bob', custom_number: {} },
    });
    const lines = [
      ['first_name', 'is', 'ada'],
      ['age', 'is greater than', '18'],
    ] as const;
    expect(await matches(lines)).to.deep.equal(['both']);
    expect(await matches(lines, { type: 'or' })).to.deep.equal(['both', 'one', 'other']);
  });

  it('stays harmless at maximum size', async () => {
    const long = 'a'.repeat(100_000);
    await store({ long: { first_name: long, email: long }, short: { first_name: 'b' } });
    const texts = ['a'.repeat(999), 'ß'.repeat(1000), '('.repeat(1000), `${'a'.repeat(990)}(a+)+$`];
    const lines = Array.from(
      { length: 50 },
      (_, at) => ['first_name', 'does not contain', texts[at % 4]!] as const,
    );
    expect(await matches(lines)).to.deep.equal(['short']);
    expect(await matches([['first_name', 'does not end with', 'x'.repeat(1000)]])).to.deep.equal(names);
  });
});
