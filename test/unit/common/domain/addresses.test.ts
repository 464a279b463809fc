import { expect } from 'chai';
import fc from 'fast-check';
import {
  envelopeAddress,
  mailboxAddress,
  normalizeAddress,
  parseAddress,
  readDomains,
} from '../../../../common/domain/addresses.ts';

const GOOD = [
  'a@b.example',
  'Anna.Smith+News@Mailbox.Example',
  "o'brien@x.example",
  '!#$%&*/=?^_`{|}~-@x.example',
  'a@sub.sub.x.example',
  'a@1x.example',
  'a@xn--mnchen-3ya.example',
  'a@münchen.example',
  'jörg@münchen.example',
  '用户@例え.テスト',
  `${'l'.repeat(64)}@x.example`,
  `a@${'d'.repeat(63)}.example`,
  `${'l'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(58)}.co`,
];

const BAD = [
  '',
  'a',
  '@x.example',
  'a@',
  'a@b',
  'a@b.',
  'a@.b.example',
  'a@b..example',
  '.a@b.example',
  'a.@b.example',
  'a..b@c.example',
  'a b@c.example',
  'a@b c.example',
  'a@b@c.example',
  'a@b.example,c@d.example',
  'a@b.example;c@d.example',
  'evil@e.example, <r@y.example>',
  'Anna <a@b.example>',
  '<a@b.example>',
  '"a b"@c.example',
  '"a"@b.example',
  'a(comment)@b.example',
  'a@(comment)b.example',
  'a@b.example (comment)',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@0x7f.1',
  'a@-b.example',
  'a@b-.example',
  'a@b_c.example',
  'a@b.example\r\nBcc: c@d.example',
  'a\n@b.example',
  'a\0@b.example',
  'a@b.exa\u2028mple',
  'a\u202e@b.example',
  'a\u00a0b@c.example',
  'a@b%2eexample.com',
  'a@b。example',
  'a@b.example/x',
  'a@b.example:25',
  'a@xn--a.example',
  'a@xn--mnchen-3ya\u00ad.example',
  'group: a@b.example;',
  'a%b\\@c.example',
  'mailto:a@b.example\u0000',
  `${'l'.repeat(65)}@x.example`,
  `${'ü'.repeat(33)}@x.example`,
  `a@${'d'.repeat(64)}.example`,
  `${'l'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(59)}.co`,
];

describe('the parser of addresses', () => {
  for (const address of GOOD) {
    it(`accepts ${address.slice(0, 60)} unchanged`, () => {
      expect(parseAddress(address)).to.equal(address);
      expect(parseAddress(` ${address}\t`)).to.equal(address);
    });
  }
  for (const text of BAD) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}`, () => {
      expect(parseAddress(text)).to.equal(null);
      expect(envelopeAddress(text)).to.equal(null);
    });
  }

  const keys: [string, string][] = [
    ['Anna.Smith+News@Mailbox.Example', 'anna.smith+news@mailbox.example'],
    ['a@MÜNCHEN.example', 'a@xn--mnchen-3ya.example'],
    ['a@XN--MNCHEN-3YA.example', 'a@xn--mnchen-3ya.example'],
    ['JÖRG@x.example', 'jörg@x.example'],
    ['jo\u0308rg@x.example', 'jörg@x.example'],
    ["O'Brien@X.example", "o'brien@x.example"],
    [' A@b.example ', 'a@b.example'],
    ['No Address', 'no address'],
  ];
  for (const [text, key] of keys) {
    it(`compares ${JSON.stringify(text)} as ${key}`, () => expect(normalizeAddress(text)).to.equal(key));
  }

  it('compares addresses by a key that is its own key', () => {
    const local = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(fc.tuple(local, local), ([left, right]) => {
        for (const text of [left, `${left}@${right}.example`, `${left}@x.example`]) {
          const key = normalizeAddress(text);
          expect(normalizeAddress(key)).to.equal(key);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves the case of addresses that are too long', () => {
    const long = `A${'\u0316\u0301'.repeat(127)}@x.example`;
    expect(normalizeAddress(` ${long} `)).to.equal(long);
    expect(normalizeAddress(long.slice(2))).to.equal(normalizeAddress(normalizeAddress(long.slice(2))));
  });

  it('turns the domain of an envelope into ASCII, and shows the need of SMTPUTF8', () => {
    expect(envelopeAddress('Anna@Mailbox.Example')).to.equal('Anna@Mailbox.Example');
    expect(envelopeAddress('Anna@München.example')).to.equal('Anna@xn--mnchen-3ya.example');
    expect(envelopeAddress('jörg@x.example')).to.equal(null);
    expect(mailboxAddress('jörg@München.example')).to.equal('jörg@xn--mnchen-3ya.example');
    expect(mailboxAddress('jörg@x@y.example')).to.equal(null);
  });

  it('admits no character that is dangerous in SMTP or in a header', () => {
    const unit = fc.constantFrom(
      'a',
      'B',
      '1',
      '.',
      '@',
      '-',
      '<',
      '>',
      '"',
      ',',
      ' ',
      '\r',
      '\n',
      '\0',
      'ü',
      '(',
      ':',
      '\\',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        for (const candidate of [text, `${text}@x.example`, `a@${text}`, `a@${text}.example`]) {
          const address = envelopeAddress(candidate);
          if (address !== null) expect(address).to.match(/^[^\s<>",;:()[\]\\@]+@[A-Za-z0-9.-]+$/);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('reads the domains of a list in pieces, and changes no result', async () => {
    const given = Array.from({ length: 1000 }, (_, at) => `a${at}@Bücher${at}.example`);
    let others = 0;
    const other = setInterval(() => (others += 1), 0);
    await readDomains(`@@,${given.join(' , ')}`, 2000);
    clearInterval(other);
    expect(others).to.be.greaterThan(0);
    expect(normalizeAddress(given[7]!)).to.equal('a7@xn--bcher7-3ya.example');
    expect(parseAddress(given[7]!)).to.equal(given[7]);
    for (const bad of ['a@bücher_.example', 'a@bücher', `a@${'ü'.repeat(70)}.example`])
      for (let time = 0; time < 2; time += 1) expect(parseAddress(bad)).to.equal(null);
  });
});
