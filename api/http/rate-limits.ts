import type { Config } from '../../common/config.ts';
import { network } from '../../common/domain/network.ts';
import type { Logger } from '../../common/log.ts';
import { createAskRedis, OF_A_CALL_MS } from '../../common/rates/ask-redis.ts';
import { type Allowance, createLimiter, keyHash, type Limiter } from '../../common/rates/limiter.ts';
import type { RedisConnection } from '../../common/redis/redis.ts';
import { createBodyShares } from './body-shares.ts';
import { tooMany } from './failures.ts';
import { createLookups } from './lookups.ts';
import { createStrangers } from './strangers.ts';
import { createUploadShares } from './upload-shares.ts';

export type CountReturn = () => Promise<void>;

const MINUTE = 60;

/** Wrong codes a day. Three of a million codes are valid at a time: a year of guesses finds one with a chance of 2 %. */
const CODES = 20;

const RESETS = 3;

/**
 * The limits of clients, shared by all processes through Redis; {@link createLimiter} describes Redis outages. A method throws a 429 when
 * its limit is reached. A successful sign-in returns its count.
 */
export function createRateLimits(
  redis: RedisConnection,
  { rates, limits, appSecret }: Pick<Config, 'rates' | 'limits' | 'appSecret'>,
  log: Logger,
) {
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
  const points = rate && Math.max(burst, Math.ceil(rate));
  const window = Math.max(1, burst / rate);
  const calls = limiter({ name: 'calls', points, seconds: window });
  const policy = `"calls";q=${points};w=${Math.ceil(window)}`;
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
  // Each costs 32 MiB and 300 ms, also with the right password.
  const rightPasswords = limiter({ ...guesses, name: 'right-password', points: 3 * signIns });
  const resetsBy = limiter({ ...guesses, name: 'reset-address', points: 3 * signIns });
  const resetsTo = limiter({ name: 'reset-account', points: RESETS, seconds: 60 * MINUTE, standIn: true });
  const counted = async (by: Limiter, key: string, limit = 'Tries to sign in'): Promise<CountReturn> => {
    refuseFor(await by.take(key), limit);
    return () => by.giveBack(key);
  };

  return {
    /** A call of an account, and the headers with its rate (draft-ietf-httpapi-ratelimit-headers); none without a limit. */
    async call(
      userId: number,
      setHeaders?: (headers: Readonly<Record<string, string>>) => void,
    ): Promise<void> {
      const seconds = await calls.take(userId);
      const left = calls.left(userId);
      if (left && setHeaders)
        setHeaders({
          'RateLimit-Policy': policy,
          RateLimit: `"calls";r=${seconds > 0 ? 0 : left.uses};t=${left.seconds}`,
        });
      if (seconds > 0) throw tooMany(seconds, `${rate} calls a second, ${points} at once`);
    },
    wrongPair: async (address: string) =>
      refuseFor(
        await wrongPairs.take(network(address)),
        `${wrongKeys} calls a minute with wrong keys, of a network`,
      ),
    /** A form of a page, before its body is read. */
    form: async (address: string) =>
      refuseFor(await pageForms.take(network(address)), `${forms} forms a minute, of a network`),
    report: async (address: string) =>
      refuseFor(await reports.take(network(address)), `${forms} reports a minute, of a network`),
    signInFrom: (address: string) => counted(byAddress, network(address)),
    /** A sign-in to an account from an address; it also counts for the account from all addresses. */
    async signInTo(account: string, address: string): Promise<CountReturn> {
      const both = await counted(byBoth, `${network(address)} ${account}`);
      const all = await counted(byAccount, account);
      return async () => {
        await Promise.all([both(), all()]);
      };
    },
    /** A sign-in from a browser that has signed in before; it replaces the other two limits. */
    signInKnown: (browser: string) => counted(byBrowser, browser),
    /** Right passwords of an account. It is counted before the check; a wrong one returns it. */
    rightPassword: (account: string) => counted(rightPasswords, account, 'Passwords that are checked'),
    /** A code of a second factor, by account, known browser or session. */
    code: (by: string) => counted(codes, by, `${CODES} wrong codes a day`),
    async resetFrom(address: string): Promise<true> {
      refuseFor(await resetsBy.take(network(address)), 'Requests of a network for password mails');
      return true;
    },
    /** Whether a password mail to an account may be sent now. It throws nothing, because no answer may reveal this. */
    resetTo: async (account: string) => (await resetsTo.take(account)) === 0,
    strangers: createStrangers(rates.pages),
    lookups: createLookups(),
    bodies: createBodyShares(limits.bodies),
    uploads: createUploadShares(limits.uploads),
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;

function refuseFor(seconds: number, limit: string): void {
  if (seconds > 0) throw tooMany(seconds, limit);
}
