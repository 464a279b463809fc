/** Published in this repository, now or in the past. Any reader can sign links with them, so none is ever removed here. */
const PUBLISHED: ReadonlySet<string> = new Set([
  'for-trying-on-one-machine-and-nothing-else',
  'a secret of thirty-two characters or more',
  'a secret of thirty-two characters',
  'another secret of thirty-two characters',
  'one secret of at least 32 characters',
  'another secret of at least 32 characters',
  'the secret of these tests, 32 characters',
]);

/** Placeholders in place of a secret. Random text of 64 characters contains one of them once in 10^6. */
const PLACEHOLDERS = /secret|password|passwort|changeme|change-me|example|default|letmein|qwerty/i;

/** 32 random hexadecimal digits have 128 bits. This estimate gives them at least 96, with one exception in 10^6. */
const LEAST_BITS = 80;

export const MAKE_ONE = 'make one with `openssl rand -hex 32`';

export function weaknessOf(secret: string): string | null {
  if (PUBLISHED.has(secret)) return 'is published in the repository of this service';
  if (PLACEHOLDERS.test(secret)) return 'looks like a placeholder';
  return randomBits(secret) < LEAST_BITS ? 'is easy to guess, because it is not random text' : null;
}

/**
 * A rough upper bound of the bits that an attacker must guess. Characters that continue a run (`aaaa`, `1234`), or repeat an earlier group
 * of four, count nothing. Every other character counts as one of the characters that occur.
 */
function randomBits(secret: string): number {
  // More characters change nothing, and the search for repeats is quadratic.
  const text = secret.slice(0, 256);
  let unforeseen = 0;
  for (let at = 0; at < text.length; at += 1) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    const continues =
      at > 1 && Math.abs(step) <= 1 && step === text.charCodeAt(at - 1) - text.charCodeAt(at - 2);
    const repeats = at > 3 && text.lastIndexOf(text.slice(at - 3, at + 1), at - 4) !== -1;
    if (!continues && !repeats) unforeseen += 1;
  }
  return unforeseen * Math.log2(new Set(text).size);
}
