import type { Config } from '../../common/config.ts';
import { network } from '../../common/domain/network.ts';
import type { Logger } from '../../common/log.ts';
import { createAskRedis, OF_A_CALL_MS } from '../../common/rates/ask-redis.ts';
import { type Allowance, createLimiter, keyHash, type Limiter } from '../../common/rates/limiter.ts';
import type { RedisConnection } from '../../common/redis/redis.ts';
import { type BodyShares, createBodyShares } from './body-shares.ts';
import { tooMany } from './failures.ts';

/** The limits of clients. Each method throws a 429 when its limit is reached. */
export interface RateLimits {
  call(userId: number): Promise<void>;
  wrongPair(address: string): Promise<void>;
  /** A form of a page, from an address, before its body is read. */
  form(address: string): Promise<void>;
  report(address: string): Promise<void>;
  /** A sign-in from an address, before its form is read. A successful sign-in returns its count. */
  signInFrom(address: string): Promise<CountReturn>;
  /** A sign-in to an account from an address; it also counts for the account from all addresses. */
  signInTo(account: string, address: string): Promise<CountReturn>;
  /** A sign-in from a browser that has signed in before; it replaces the other two limits. */
  signInKnown(browser: string): Promise<CountReturn>;
  /** A code of a second factor, by account, known browser or session. */
  code(by: string): Promise<CountReturn>;
  /** A request for a password mail, from an address, before the form is read. */
  resetFrom(address: string): Promise<true>;
  /** A password mail to an account. False: no more may be sent now. It throws nothing, because no answer may reveal this. */
  resetTo(account: string): Promise<boolean>;
  readonly bodies: BodyShares;
}

export type CountReturn = () => Promise<void>;

const MINUTE = 60;

/** Wrong codes a day. Three of a million codes are valid at a time: a year of guesses finds one with a chance of 2 %. */
const CODES = 20;

const RESETS = 3;

/** The limits of clients, shared by all processes through Redis; {@link createLimiter} describes Redis outages. */
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
  // Limits without keys also hold without Redis: passwords can be guessed, keys cannot.
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
