import type { Redis } from 'ioredis';
import type { Config } from '../../common/config.ts';
import type { Logger } from '../../common/log.ts';
import { tooMany } from './failures.ts';
import { createLimiter } from './limiter.ts';

/** What is done too often answers 429: each of these throws it. */
export interface RateLimits {
  /** A call by an account. */
  call(userId: number): Promise<void>;
  /** A wrong key pair from an address. */
  wrongPair(address: string): Promise<void>;
  /** A sign-in; what it answers is called when it succeeds, as only failures count. */
  signIn(address: string, account: string): Promise<() => Promise<void>>;
}

const MINUTE = 60;

/** The limits of rulings 2, shared by all processes through Redis; see {@link createLimiter} for when it is away. */
export function createRateLimits(redis: Redis, rates: Config['rates'], log: Logger): RateLimits {
  let warned = false;
  const onAway = (error: unknown): void => {
    log[warned ? 'debug' : 'warn']({ err: error }, 'rate limits are off: Redis does not answer');
    warned = true;
  };
  redis.on('ready', () => {
    warned = false;
  });
  const { calls: rate, burst, wrongKeys, signIns } = rates;
  const calls = createLimiter(
    redis,
    // A bucket shorter than a second would be smaller than the library can name.
    { name: 'calls', points: rate && Math.max(burst, Math.ceil(rate)), seconds: Math.max(1, burst / rate) },
    onAway,
  );
  const wrongPairs = createLimiter(redis, { name: 'pairs', points: wrongKeys, seconds: MINUTE }, onAway);
  // Passwords, unlike keys, can be guessed: these hold without Redis too.
  const guesses = { seconds: 10 * MINUTE, standIn: true };
  const byAccount = createLimiter(redis, { ...guesses, name: 'sign-in-account', points: signIns }, onAway);
  const byAddress = createLimiter(
    redis,
    { ...guesses, name: 'sign-in-address', points: 3 * signIns },
    onAway,
  );

  return {
    call: async (userId) => refuseFor(await calls.take(userId)),
    wrongPair: async (address) => refuseFor(await wrongPairs.take(network(address))),
    async signIn(address, account) {
      const from = network(address);
      refuseFor(await byAddress.take(from));
      refuseFor(await byAccount.take(account));
      return async () => {
        await Promise.all([byAddress.giveBack(from), byAccount.giveBack(account)]);
      };
    },
  };
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw tooMany(seconds);
}

/** Whom an address stands for: one of IPv6 for its /64, of which a single customer has 2^64 (RFC 6177). */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.toLowerCase().split('::');
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...gap, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
