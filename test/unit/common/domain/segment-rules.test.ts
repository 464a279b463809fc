import { expect } from 'chai';
import {
  type RuleProblem,
  readRule,
  ruleFields,
  writeRule,
} from '../../../../common/domain/segment-rules.ts';
import { CONDITIONS_MAX, OPERATORS, type RuleFieldType } from '../../../../shared/segment-operators.ts';

const FIELDS = ruleFields(
  ['first_name', 'country'],
  [
    { field_name: 'Age', field_type: 'number' },
    { field_name: 'nick', field_type: 'text' },
    { field_name: 'birth_date', field_type: 'datetime-local' },
  ],
);

type Line = readonly [field: string, operator: string, ...operands: string[]];

/** A rule with one line for each condition. */
const read = (...lines: readonly Line[]) =>
  readRule(
    {
      select_field: lines.map(([field]) => field),
      select_operator: lines.map(([, operator]) => operator),
      value: lines.flatMap(([, , ...operands]) => operands),
      query_type: null,
    },
    FIELDS,
  );

const problem = (input: RuleProblem['input'], what: RuleProblem['problem']): RuleProblem[] => [
  { input, problem: what },
];

const FIELD_OF: Readonly<Record<RuleFieldType, string>> = {
  text: 'nick',
  number: 'Age',
  date: 'birth_date',
  tags: 'tags',
};
const SAMPLE = { text: 'x', number: '4.5', date: '2026-02-28', tags: 'vip', days: '30' } as const;

describe('the rule of a segment', () => {
  it('reads conditions with none, one or two operands each, in order', () => {
    const rule = read(
      ['first_name', 'starts with', 'A'],
      ['age', 'is between', '18', '65.5'],
      ['nick', 'is blank'],
      ['last_opened_at', 'is within', '30'],
      ['created_at', 'is after', '2026-01-31T09:30'],
      ['birth_date', 'on', '1815-12-10'],
    );
    expect(rule).to.have.property('any', false);
    const { conditions } = rule as Exclude<typeof rule, readonly RuleProblem[]>;
    expect(conditions.map(({ field, operator, operands }) => [field.name, operator, operands])).to.deep.equal(
      [
        ['first_name', 'starts with', [{ kind: 'text', text: 'A' }]],
        [
          'Age',
          'is between',
          [
            { kind: 'number', number: 18 },
            { kind: 'number', number: 65.5 },
          ],
        ],
        ['nick', 'is blank', []],
        ['last_opened_at', 'is within', [{ kind: 'days', days: 30 }]],
        ['created_at', 'is after', [{ kind: 'minute', minute: '2026-01-31T09:30' }]],
        ['birth_date', 'on', [{ kind: 'day', day: '1815-12-10' }]],
      ],
    );
    expect(conditions.map(({ field }) => field.custom)).to.deep.equal([
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it('stores the exact names of fields and operators', () => {
    const rule = read(['AGE', 'Is Blank'], ['FIRST_NAME', 'IS', 'x']);
    expect(writeRule(rule as Parameters<typeof writeRule>[0])).to.deep.equal({
      select_field: ['Age', 'first_name'],
      select_operator: ['is blank', 'is'],
    });
  });

  it('holds by any condition with `or`', () => {
    const written = { select_field: ['nick'], select_operator: ['is blank'], value: [] };
    expect(readRule({ ...written, query_type: 'or' }, FIELDS)).to.have.property('any', true);
    expect(readRule({ ...written, query_type: 'and' }, FIELDS)).to.have.property('any', false);
  });

  for (const type of ['text', 'number', 'date'] as const) {
    for (const [operator, takes] of Object.entries(OPERATORS[type])) {
      it(`takes exactly ${takes.length} operands for ${type}: ${operator}`, () => {
        const operands = takes.map((kind) => SAMPLE[kind === 'days' ? 'days' : type]);
        const field = FIELD_OF[type];
        expect(read([field, operator, ...operands])).to.have.property('conditions');
        expect(read([field, operator, ...operands, '1'])).to.deep.equal(problem('value', 'uneven'));
        if (takes.length > 0) {
          const fewer = problem('value', takes.length === 1 ? 'missing' : 'uneven');
          expect(read([field, operator, ...operands.slice(1)])).to.deep.equal(fewer);
        }
      });
    }

    for (const other of ['text', 'number', 'date'] as const) {
      const foreign = Object.keys(OPERATORS[other]).filter(
        (operator) => !Object.hasOwn(OPERATORS[type], operator),
      );
      if (foreign.length === 0) continue;
      it(`refuses operators of ${other} for ${type}`, () => {
        for (const operator of foreign) {
          expect(read([FIELD_OF[type], operator, '1']), operator).to.deep.equal(
            problem('select_operator', 'unknown'),
          );
        }
      });
    }
  }

  it('refuses other fields and operators', () => {
    for (const name of ['', 'nobody', 'email_norm', '__proto__', 'constructor', 'custom_field.nick']) {
      expect(read([name, 'is', 'x']), name).to.deep.equal(problem('select_field', 'unknown'));
    }
    for (const word of ['', 'toString', '__proto__', 'equals', '$ne']) {
      expect(read(['nick', word, 'x']), word).to.deep.equal(problem('select_operator', 'unknown'));
    }
  });

  it('needs an operator for each field', () => {
    const rule = { select_field: ['nick', 'Age'], select_operator: ['is'], value: ['x'], query_type: null };
    expect(readRule(rule, FIELDS)).to.deep.equal(problem('select_operator', 'uneven'));
    expect(readRule({ ...rule, select_operator: ['is', 'is', 'is'] }, FIELDS)).to.deep.equal(
      problem('select_operator', 'uneven'),
    );
  });

  it('refuses too many conditions', () => {
    const many = Array.from({ length: CONDITIONS_MAX + 1 }, () => ['nick', 'is blank'] as const);
    expect(read(...many.slice(1))).to.have.property('conditions');
    expect(read(...many)).to.deep.equal(problem('select_field', 'many'));
  });

  for (const [kind, field, operator, values] of [
    ['number', 'Age', 'is', ['x', '0x1f', 'Infinity', '1,5', '12 years']],
    [
      'date',
      'birth_date',
      'is after',
      [
        'x',
        '2026-02-29',
        '2026-13-01',
        '26-01-01',
        '2026-01-01T24:00',
        '2026-01-01T09:30:00',
        '2026-01-01 09:30',
      ],
    ],
    ['days', 'created_at', 'is within', ['0', '-1', '1.5', 'x', '99999']],
    ['text', 'nick', 'contains', ['x'.repeat(1001), 'a\0b']],
  ] as const) {
    it(`refuses values that are no ${kind}`, () => {
      for (const value of values) {
        expect(read([field, operator, value]), value).to.deep.equal(problem('value', kind));
      }
    });
  }

  it('reports all problems, each once', () => {
    expect(read(['nobody', 'is', 'x'], ['nick', 'on', 'x'], ['nobody2', 'is', 'x'])).to.deep.equal([
      ...problem('select_field', 'unknown'),
      ...problem('select_operator', 'unknown'),
    ]);
    expect(read(['Age', 'is', 'x'], ['Age', 'is', 'y'], ['created_at', 'on', 'z'])).to.deep.equal([
      ...problem('value', 'number'),
      ...problem('value', 'date'),
    ]);
  });
});
