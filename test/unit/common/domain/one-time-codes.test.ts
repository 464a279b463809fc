import { expect } from 'chai';
import {
  codeOf,
  enrollmentUri,
  isOneTimeCode,
  stepOf,
  stepOfCode,
} from '../../../../common/domain/one-time-codes.ts';

/** The secret of the test vectors (RFC 6238, appendix B). */
const SECRET = Buffer.from('12345678901234567890');

describe('a one-time code', () => {
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    it(`equals the code of the RFC at ${seconds} seconds`, () =>
      expect(codeOf(SECRET, stepOf(new Date(seconds * 1000)))).to.equal(code));

  it('counts one step early and late, and no more', () => {
    const at = new Date(1_234_567_890_000);
    const present = stepOf(at);
    const seen = [-2, -1, 0, 1, 2].map((by) => stepOfCode(SECRET, codeOf(SECRET, present + by), at));
    expect(seen).to.deep.equal([null, present - 1, present, present + 1, null]);
  });

  it('consists of six digits of ASCII', () => {
    const texts = ['123456', '12345', '1234567', '12345a', '١٢٣٤٥٦', ' 123456', '123456\n', ''];
    expect(texts.map(isOneTimeCode)).to.deep.equal([true, ...Array(7).fill(false)]);
  });

  it('comes from an address that apps read, whatever the account is called', () => {
    const uri = enrollmentUri(SECRET, 'mail.example', 'a&b?c=d@example.com');
    expect(uri).to.equal(
      'otpauth://totp/mail.example:a%26b%3Fc%3Dd%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=mail.example',
    );
  });
});
