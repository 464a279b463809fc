import { codeOf, stepOf } from '../../common/domain/one-time-codes.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app, set up with the secret as the page shows it. `by` is in steps of 30 seconds, from the present one. */
export function authenticator(shown: string) {
  const bits = [...shown.replaceAll(' ', '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  return { codeAt: (at: Date, by = 0): string => codeOf(secret, stepOf(at) + by) };
}
