import { createDoorbell, type Doorbell, type Ring } from '../../common/jobs/doorbell.ts';
import { connectProducer, connectSubscriber, type RedisConnection } from '../../common/redis/redis.ts';
import { part } from './part.ts';

declare module './context.ts' {
  interface WorkerParts {
    /** It fails fast while Redis is away. */
    readonly redis: RedisConnection;
    readonly subscriber: RedisConnection;
    readonly doorbell: Doorbell;
    readonly ring: Ring;
  }
}

export const redis = part('redis', {
  make: ({ config }) => connectProducer(config.redisUrl),
  close: (connection) => connection.disconnect(),
});

export const subscriber = part('subscriber', {
  make: ({ config }) => connectSubscriber(config.redisUrl),
  close: (connection) => connection.disconnect(),
});

export const doorbell = part('doorbell', {
  make: ({ redis, log }) => createDoorbell(redis, log),
  close: ({ close }) => close(),
});

export const ring = part('ring', { make: ({ doorbell }) => doorbell.ring });
