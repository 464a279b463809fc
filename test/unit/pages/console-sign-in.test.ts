import { expect } from 'chai';
import { signInWith } from '../../../console/src/data/sign-in.ts';

describe('a sign-in over a page of the console', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  for (const [seconds, said] of [
    ['1', 'busy'],
    ['10', 'busy'],
    ['300', 'often'],
    [null, 'often'],
  ] as const)
    it(`is ${said} after a 429 with ${seconds ?? 'no'} seconds to wait`, async () => {
      const headers: Record<string, string> = seconds === null ? {} : { 'Retry-After': seconds };
      globalThis.fetch = async () => new Response('', { status: 429, headers });
      expect(await signInWith('a password')).to.equal(said);
    });
});
