import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigurationError } from '../../../../common/config/configuration-error.ts';
import { classify, useOwnRules } from '../../../../common/replies/classify.ts';
import { readOwnRules, rulesIn } from '../../../../common/replies/own-rules.ts';

const problemsOf = (document: unknown): string[] => rulesIn(JSON.stringify(document)).problems;
const right = { name: 'our-relay-busy', class: 'slow', texts: ['queue is full'] };

/** Each wrong file, and what is said of it. */
const WRONG: readonly (readonly [what: string, text: string, said: RegExp])[] = [
  ['no JSON', '[{', /^it is not valid JSON at line 1, column 3$/],
  ['no list', '{}', /^it is not a list; write \[ \{ "name"/],
  ['an entry that is no object', '["x"]', /^entry 1: is not an object; write/],
  [
    'an unknown class',
    JSON.stringify([{ ...right, class: 'gon' }]),
    /^entry 1 \("our-relay-busy"\): class is "gon"; write one of gone, inactive,/,
  ],
  [
    'an unknown field',
    JSON.stringify([{ ...right, regex: 'a+' }]),
    /has no field "regex"; fields are name, class,/,
  ],
  ['a wrong name', JSON.stringify([{ ...right, name: 'Über uns' }]), /name is "Über uns"; write 1 to 60/],
  ['a name twice', JSON.stringify([right, right]), /^entry 2 .*name is used by an earlier entry/],
  [
    'no condition',
    JSON.stringify([{ name: 'all', class: 'later' }]),
    /has no condition; write at least one of codes,/,
  ],
  [
    'a code as a text',
    JSON.stringify([{ ...right, codes: ['550'] }]),
    /codes has "550"; write a reply code from 400 to 599, as a number/,
  ],
  ['a code of success', JSON.stringify([{ ...right, codes: [250] }]), /codes has 250;/],
  [
    'a wrong enhanced code',
    JSON.stringify([{ ...right, enhanced: ['5.1'] }]),
    /enhanced has "5\.1"; write an enhanced code such as/,
  ],
  [
    'a text that fits all',
    JSON.stringify([{ ...right, texts: ['*'] }]),
    /texts has "\*"; write words of the reply/,
  ],
  [
    'a text of one letter between stars',
    JSON.stringify([{ ...right, texts: ['*a*b*'] }]),
    /texts has "\*a\*b\*"; write words/,
  ],
  ['a long text', JSON.stringify([{ ...right, texts: ['x'.repeat(201)] }]), /at most 200 characters/],
  [
    'an empty list',
    JSON.stringify([{ ...right, texts: [] }]),
    /texts is \[\]; write a list of 1 to 50 values/,
  ],
  [
    'an unknown step',
    JSON.stringify([{ ...right, stages: ['EHLO'] }]),
    /stages has "EHLO"; write one of MAIL, RCPT/,
  ],
  [
    'an unknown provider',
    JSON.stringify([{ ...right, provider: 'gmial' }]),
    /provider is "gmial"; write one of gmail,/,
  ],
  [
    'a server that is none',
    JSON.stringify([{ ...right, servers: ['*.example.com'] }]),
    /servers has "\*\.example\.com"; write the end of a server's name/,
  ],
  [
    'a rule that suppresses at MAIL',
    JSON.stringify([{ ...right, class: 'gone', stages: ['MAIL'] }]),
    /stages has MAIL, where replies are about the sender/,
  ],
  [
    'too many rules',
    JSON.stringify(Array.from({ length: 1001 }, () => right)),
    /has 1001 rules; 1000 are allowed/,
  ],
];

describe('an operator’s file of rules', () => {
  after(() => useOwnRules([]));

  for (const [what, text, said] of WRONG)
    it(`fails with a reason: ${what}`, () => {
      const { problems } = rulesIn(text);
      expect(problems.length).to.be.at.least(1);
      expect(problems[0]).to.match(said);
    });

  it('fails with all its problems at once', () => {
    expect(
      problemsOf([
        { ...right, class: 1 },
        { ...right, name: 'b', texts: 'x' },
      ]),
    ).to.have.length(2);
  });

  it('precedes the rules of the service', () => {
    const text = '550 5.1.1 User unknown';
    const reply = { stage: 'RCPT', code: 550, enhanced: '5.1.1', text } as const;
    expect(classify(reply).class).to.equal('gone');
    const { rules } = rulesIn(
      JSON.stringify([
        { name: 'their-filter', class: 'policy', texts: ['user unknown'], servers: ['mx.example.net'] },
        { name: 'their-domain', class: 'later', codes: [550], domains: ['example.org'] },
      ]),
    );
    useOwnRules(rules);
    expect(classify({ ...reply, server: 'a.mx.example.net' })).to.deep.equal({
      class: 'policy',
      rule: 'their-filter',
    });
    expect(classify({ ...reply, domain: 'example.org' }).rule).to.equal('their-domain');
    expect(classify(reply).class).to.equal('gone');
  });

  it('suppresses no address after a temporary reply or at MAIL', () => {
    useOwnRules(
      rulesIn(JSON.stringify([{ name: 'no-more', class: 'gone', texts: ['no more mail*'] }])).rules,
    );
    const text = 'no more mails here';
    expect(classify({ stage: 'RCPT', code: 550, enhanced: null, text }).class).to.equal('gone');
    expect(classify({ stage: 'RCPT', code: 450, enhanced: null, text }).class).to.equal('later');
    expect(classify({ stage: 'MAIL', code: 550, enhanced: null, text }).class).to.be.oneOf([
      'policy',
      'relay',
    ]);
  });

  it('gives its rules, and stops the start when it is missing, wrong or too large', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'rules-')), 'rules.json');
    writeFileSync(path, JSON.stringify([right]));
    expect(readOwnRules(path)).to.deep.equal([
      { rule: 'our-relay-busy', class: 'slow', texts: ['queue is full'] },
    ]);
    expect(readOwnRules(null)).to.deep.equal([]);
    expect(() => readOwnRules(`${path}.no`)).to.throw(ConfigurationError, /REPLY_RULES_FILE: ENOENT/);
    writeFileSync(path, '[{}]');
    expect(() => readOwnRules(path)).to.throw(
      ConfigurationError,
      /REPLY_RULES_FILE: entry 1: name is nothing/,
    );
    writeFileSync(path, ' '.repeat(300_000));
    expect(() => readOwnRules(path)).to.throw(ConfigurationError, /more than 262144 bytes/);
  });
});
