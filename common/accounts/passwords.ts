import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isLonger } from '../domain/text-length.ts';
import { Turns } from '../fairness/turns.ts';
import { deriveKey } from './derivation-threads.ts';

/** A little above one of OWASP's equal recommendations (Password Storage Cheat Sheet, 2023): 32 MiB and about 300 ms a try. */
export const COST: Cost = { N: 2 ** 15, r: 8, p: 4 };
const KEY_BYTES = 32;

/** Concurrent derivations of a process: each takes 32 MiB and a thread. */
export const AT_ONCE = 2;
/** Derivations that may wait, in all and of a person or a network. Further ones are refused at once. */
export const MOST_WAITING = 40;
const MOST_WAITING_EACH = 8;

/** The turn of a derivation: each person and each network has one derivation at a time. */
export interface PasswordTurn {
  /** The account, by the address that was given, or the browser or session that is known for it. */
  readonly person: string;
  readonly network: string;
}

/** For commands on the machine. */
const OWN: PasswordTurn = { person: 'own', network: 'own' };

/** NIST SP 800-63B, 5.1.1.2 sets the lower bound. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 1024;

/** Call it before a password is normalized, which takes quadratic time: 240 kB of combining marks blocked the event loop for 14 s. */
export const isTooLong = (password: string): boolean => isLonger(password, MAX_PASSWORD);

/** Too many passwords are being checked in this process: try again in some seconds. */
export class PasswordsBusy extends Error {}

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

let current = COST;

export function usePasswordCost(cost: Cost): Cost {
  const before = current;
  current = cost;
  return before;
}

const refusal = (): Error => new PasswordsBusy('too many passwords are being checked');
const ofPersons = new Turns<string>({
  total: Number.POSITIVE_INFINITY,
  each: 1,
  line: { each: MOST_WAITING_EACH, total: 10_000 },
  refusal,
});
const ofNetworks = new Turns<string>({
  total: AT_ONCE,
  each: 1,
  line: { each: MOST_WAITING_EACH, total: MOST_WAITING },
  refusal,
});
const inTurn = <Result>({ person, network }: PasswordTurn, work: () => Promise<Result>): Promise<Result> =>
  ofPersons.run(person, () => ofNetworks.run(network, work));

/** Call it only in a turn. */
const derive = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  deriveKey(password.normalize('NFKC'), salt, { ...cost, bytes: KEY_BYTES });

const written = ({ N, r, p }: Cost, salt: Buffer, key: Buffer): string =>
  ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');

/** Returns `scrypt$N$r$p$salt$key`, so that the cost can be raised later. Throws when the password is too long. */
export async function hashPassword(password: string, turn = OWN): Promise<string> {
  if (isTooLong(password)) throw new RangeError(`A password has at most ${MAX_PASSWORD} characters.`);
  const salt = randomBytes(16);
  const cost = current;
  return written(cost, salt, await inTurn(turn, () => derive(password, salt, cost)));
}

/** The hash that is checked if no account exists. It fits no password. */
const NO_PASSWORD = { salt: randomBytes(16), key: randomBytes(KEY_BYTES) };

const read = (kept: string) => {
  const [, N, r, p, salt = '', key = ''] = kept.split('$');
  const cost: Cost = { N: Number(N), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
};

/** The cost of a password: half of the memory, used twice in turn, costs as much. */
const workOf = ({ N, p }: Cost): number => N * p;

/** Whether a stored hash costs less work than a new one, or more memory. */
export function isOutdated(kept: string): boolean {
  const { cost } = read(kept);
  return workOf(cost) < workOf(current) || cost.N > current.N;
}

/** A wrong password takes equally long for a lower stored cost and without an account (`null`): the time reveals nothing. */
export async function isPassword(password: string, kept: string | null, turn = OWN): Promise<boolean> {
  if (isTooLong(password)) return false;
  const { cost, salt, key } = kept === null ? { cost: current, ...NO_PASSWORD } : read(kept);
  // All derivations have one turn: a second turn could be refused as busy, which would reveal that the account exists.
  return inTurn(turn, async () => {
    const given = await derive(password, salt, cost);
    if (given.length === key.length && timingSafeEqual(given, key)) return true;
    const missing = Math.ceil((workOf(current) - workOf(cost)) / cost.N);
    if (missing > 0) await derive(password, salt, { ...cost, p: missing });
    return false;
  });
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface PasswordRecord {
  readonly password: string;
  readonly password_mark?: { readonly of: string; readonly mark: string } | null;
}

/** Returns a mark that stays the same while the password does, also with a new hash. A stored mark is valid only for the hash that it was made with. */
export function passwordMark({ password, password_mark: kept }: PasswordRecord): string {
  const own = sha256(password);
  return kept?.of === own ? kept.mark : own;
}

export const keptAnew = (account: PasswordRecord, password: string): Required<PasswordRecord> => ({
  password,
  password_mark: { of: sha256(password), mark: passwordMark(account) },
});
