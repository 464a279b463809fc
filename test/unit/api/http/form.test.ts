import { expect } from 'chai';
import { Failure } from '../../../../api/http/failures.ts';
import { readForm } from '../../../../api/http/form.ts';

const read = (text: string | Buffer) => readForm(Buffer.from(text as string), 1000);

/** The same pairs as the platform reads them. */
function expected(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const all = params.getAll(key);
      return [key, all.length === 1 ? all[0]! : all];
    }),
  );
}

describe('an urlencoded form', () => {
  for (const text of [
    '',
    'a=1',
    'a=1&b=2&a=3&a=4',
    '&&a=1&&b&=c&',
    'a=b=c&=&==',
    'a+b=c+d%20e%2B&%61=%c3%a9%C3%A9',
    'a=%&b=%2&c=%zz&d=%2x&%=%25',
    'a=é&ü=%E2%82%AC&x=%F0%9F%92%8C',
    'strIds[0]=1&strIds%5B1%5D=2',
  ]) {
    it(`reads ${text} as browsers write it`, () => expect(read(text)).to.deep.equal(expected(text)));
  }

  it('keeps bytes that are no text as lone surrogates, which are refused later', () => {
    expect(read('a=%ff%fe&b=x%c3&c=%e9t%e9')).to.deep.equal({
      a: '\ud8ff\ud8fe',
      b: 'x\ud8c3',
      c: '\ud8e9t\ud8e9',
    });
  });

  it('keeps names that objects have', () => {
    expect(Object.entries(read('__proto__=1&constructor=2'))).to.deep.equal([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('refuses more pairs than its limit', () => {
    expect(Object.keys(read('&'.repeat(5000)))).to.have.length(0);
    expect(() => readForm(Buffer.from('a&'.repeat(1001)), 1000)).to.throw(Failure, 'Payload Too Large');
  });
});
