import type { Logger } from '../../common/log.ts';
import type { KeyHash } from '../../common/rates/limiter.ts';
import type { RedisConnection } from '../../common/redis/redis.ts';
import { redisAway } from '../../common/store/outages.ts';
import type { FirstUse } from './mailgun.ts';

/** Redis, which remembers used tokens, is away. */
export class StoreOfHooksAway extends Error {}

export const createFirstUse =
  (redis: RedisConnection, hashOf: KeyHash, log: Logger): FirstUse =>
  async (token, digest, milliseconds) => {
    try {
      const key = `hook-token:${hashOf(token)}`;
      const kept = await redis.set(key, digest, 'PX', milliseconds, 'NX', 'GET');
      return kept ?? digest;
    } catch (error) {
      redisAway(error, log, redis);
      throw new StoreOfHooksAway('Redis is away');
    }
  };
