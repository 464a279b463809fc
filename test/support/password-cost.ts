import { scryptSync } from 'node:crypto';
import { COST, usePasswordCost } from '../../common/accounts/passwords.ts';

/** A password takes two milliseconds and 1 MiB in tests of other things, instead of 300 ms and 32 MiB. */
usePasswordCost({ ...COST, N: 2 ** 10 });

/** In the calling `describe`, passwords cost as much as in production. */
export function passwordsAtFullCost(): void {
  let previous = COST;
  before(() => {
    previous = usePasswordCost(COST);
  });
  after(() => {
    usePasswordCost(previous);
  });
}

/** The stored form of a password before the cost of production was raised. */
export function keptCheaply(password: string, N = 2 ** 15): string {
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync(password, salt, 32, { N, r: 8, p: 1, maxmem: 2 ** 28 });
  return ['scrypt', N, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}
