import type { Config } from '../../common/config.ts';
import { network } from '../../common/domain/network.ts';
import type { Logger } from '../../common/log.ts';
import { createAskRedis, OF_A_CALL_MS } from '../../common/rates/ask-redis.ts';
import { type Allowance, createLimiter, keyHash, type Limiter } from '../../common/rates/limiter.ts';
import type { RedisConnection } from '../../common/redis/redis.ts';
import { type BodyShares, createBodyShares } from './body-shares.ts';
import { tooMany } from './failures.ts';

/** Limits of what clients may ask for. Each of these throws a 429 when its limit is reached. */
export interface RateLimits {
  /** A call by an account. */
  call(userId: number): Promise<void>;
  /** A wrong key pair from an address. */
  wrongPair(address: string): Promise<void>;
  /** A form of a page, from an address, before its body is read. */
  form(address: string): Promise<void>;
  /** A report that is opened by its link, from an address. */
  report(address: string): Promise<void>;
  /** A sign-in from an address, before its form is read. Only failures count, so a successful sign-in gives it back. */
  signInFrom(address: string): Promise<CountReturn>;
  /** A sign-in to an account from an address. It counts for the pair of both, and for the account from all addresses. */
  signInTo(account: string, address: string): Promise<CountReturn>;
  /** A sign-in from a browser that has signed in before; it replaces both other limits. */
  signInKnown(browser: string): Promise<CountReturn>;
  /** A code of a second factor, by who types it: an account, a browser that it knows, or a session. */
  code(by: string): Promise<CountReturn>;
  /** A mail to set a new password that is asked for from an address, before the form is read. True: it may be. */
  resetFrom(address: string): Promise<true>;
  /** Such a mail to an account. It throws nothing: false where no more may be sent now, which no answer tells. */
  resetTo(account: string): Promise<boolean>;
  /** The memory of this process for bodies. */
  readonly bodies: BodyShares;
}

/** Takes the count back. */
export type CountReturn = () => Promise<void>;

const MINUTE = 60;

/** Wrong codes a day. Of a million codes three count at a time: a year of guessing finds one with a chance of 2 %. */
const CODES = 20;

/** Mails an hour and address that have a link to set a new password. */
const RESETS = 3;

/** The limits that answer 429, shared by all processes through Redis; see {@link createLimiter} for when it is away. */
export function createRateLimits(
  redis: RedisConnection,
  { rates, limits, appSecret }: Pick<Config, 'rates' | 'limits' | 'appSecret'>,
  log: Logger,
): RateLimits {
  let warned = false;
  const hashOf = keyHash(appSecret);
  const onAway = (error: unknown): void => {
    log[warned ? 'debug' : 'warn']({ err: error }, 'Redis does not answer; rate limits of calls are off');
    warned = true;
  };
  redis.on('ready', () => {
    warned = false;
  });
  const ask = createAskRedis(redis, OF_A_CALL_MS, onAway);
  const limiter = (allowance: Allowance): Limiter => createLimiter(ask, allowance, hashOf);
  const { calls: rate, burst, wrongKeys, forms, signIns } = rates;
  const calls = limiter({
    name: 'calls',
    points: rate && Math.max(burst, Math.ceil(rate)),
    seconds: Math.max(1, burst / rate),
  });
  const wrongPairs = limiter({ name: 'pairs', points: wrongKeys, seconds: MINUTE });
  // Limits for calls without keys hold without Redis too: passwords can be guessed, keys can't.
  const pageForms = limiter({ name: 'forms', points: forms, seconds: MINUTE, standIn: true });
  const reports = limiter({ name: 'reports', points: forms, seconds: MINUTE, standIn: true });
  const guesses = { seconds: 10 * MINUTE, standIn: true };
  const byAddress = limiter({ ...guesses, name: 'sign-in-address', points: 3 * signIns });
  const byBoth = limiter({ ...guesses, name: 'sign-in-both', points: signIns });
  // Limits guesses from many networks. Browsers that have signed in before are exempt.
  const byAccount = limiter({ ...guesses, name: 'sign-in-account', points: 10 * signIns });
  const byBrowser = limiter({ ...guesses, name: 'sign-in-browser', points: signIns });
  const codes = limiter({ name: 'code', points: CODES, seconds: 24 * 60 * MINUTE, standIn: true });
  const resetsBy = limiter({ ...guesses, name: 'reset-address', points: 3 * signIns });
  const resetsTo = limiter({ name: 'reset-account', points: RESETS, seconds: 60 * MINUTE, standIn: true });
  const counted = async (by: Limiter, key: string): Promise<CountReturn> => {
    refuseFor(await by.take(key));
    return () => by.giveBack(key);
  };

  return {
    call: async (userId) => refuseFor(await calls.take(userId)),
    wrongPair: async (address) => refuseFor(await wrongPairs.take(network(address))),
    form: async (address) => refuseFor(await pageForms.take(network(address))),
    report: async (address) => refuseFor(await reports.take(network(address))),
    signInFrom: (address) => counted(byAddress, network(address)),
    async signInTo(account, address) {
      const both = await counted(byBoth, `${network(address)} ${account}`);
      const all = await counted(byAccount, account);
      return async () => {
        await Promise.all([both(), all()]);
      };
    },
    signInKnown: (browser) => counted(byBrowser, browser),
    code: (by) => counted(codes, by),
    async resetFrom(address) {
      refuseFor(await resetsBy.take(network(address)));
      return true;
    },
    resetTo: async (account) => (await resetsTo.take(account)) === 0,
    bodies: createBodyShares(limits.bodies),
  };
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw tooMany(seconds);
}
