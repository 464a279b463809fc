import { expect } from 'chai';
import { parseAddress } from '../../../../common/domain/addresses.ts';
import { createAddressFinder, erasedAddress, isErased } from '../../../../common/domain/erased-addresses.ts';

const PEOPLE = new Map([
  ['ada@example.com', 'A@erased.invalid'],
  ['j.o+news@example.com', 'J@erased.invalid'],
  ['jürgen@xn--bcher-kva.example', 'B@erased.invalid'],
]);

describe('the replacement of an erased address', () => {
  it('reads as an address, and differs from others', () => {
    const name = erasedAddress('0f'.repeat(20));
    expect(parseAddress(name)).to.equal(name);
    expect([isErased(name), isErased('ada@example.com'), isErased('erased.invalid')]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });
});

describe('the finder of addresses', () => {
  const { find, replace } = createAddressFinder((norm) => PEOPLE.get(norm));

  for (const [text, expected] of [
    ['ada@example.com', 'A@erased.invalid'],
    ['ADA@Example.COM', 'A@erased.invalid'],
    ['550 5.1.1 <ada@example.com>: no such user', '550 5.1.1 <A@erased.invalid>: no such user'],
    ["Write to 'ada@example.com'.", "Write to 'A@erased.invalid'."],
    ['https://example.org/?to=ada@example.com&x=1', 'https://example.org/?to=A@erased.invalid&x=1'],
    ['mailto:Ada@example.com,ada@example.com', 'mailto:A@erased.invalid,A@erased.invalid'],
    ['{"email":"j.o+news@example.com"}', '{"email":"J@erased.invalid"}'],
    ['JÜRGEN@Bücher.example', 'B@erased.invalid'],
    ['ju\u0308rgen@XN--BCHER-KVA.example', 'B@erased.invalid'],
  ] as const) {
    it(`finds it in ${text}`, () => expect(replace(text)).to.equal(expected));
  }

  for (const text of [
    'nada@example.com',
    'x.ada@example.com',
    'x-ada@example.com',
    "o'ada@example.com",
    'ada@example.com.au',
    'ada@example.co',
    'ada@@example.com',
    'ada @example.com',
    '@example.com @ ada@',
    '',
  ]) {
    it(`leaves ${JSON.stringify(text)}`, () => {
      expect(find(text)).to.deep.equal([]);
      expect(replace(text)).to.equal(text);
    });
  }
});
