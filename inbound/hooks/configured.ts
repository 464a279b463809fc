import type { Config } from '../../common/config.ts';
import type { Logger } from '../../common/log.ts';
import { keyHash } from '../../common/rates/limiter.ts';
import type { RedisConnection } from '../../common/redis/redis.ts';
import { boundedFetch, type FetchText } from './fetch-text.ts';
import { createFirstUse } from './first-use.ts';
import type { Hook } from './hook.ts';
import { mailgunHook } from './mailgun.ts';
import { postmarkHook } from './postmark.ts';
import { resendHook } from './resend.ts';
import { sendgridHook } from './sendgrid.ts';
import { sesHook } from './ses.ts';

export interface HookParts {
  readonly redis: RedisConnection;
  readonly log: Logger;
  readonly fetchText?: FetchText | undefined;
  /** This machine's clock, because signatures of other services have the world's time. */
  readonly clock?: (() => number) | undefined;
}

export function configuredHooks(config: Config, { redis, log, ...parts }: HookParts): Map<string, Hook> {
  const { sesTopics, sendgridKey, mailgunKey, postmarkLogin, resendSecret } = config.inbound.hooks;
  const { fetchText = boundedFetch({ ms: 5000, bytes: 64 * 1024 }), clock = Date.now } = parts;
  const hooks: Hook[] = [];
  if (sesTopics) hooks.push(sesHook({ topics: sesTopics, fetchText, clock, log }));
  if (sendgridKey) hooks.push(sendgridHook(sendgridKey, clock));
  if (mailgunKey)
    hooks.push(mailgunHook(mailgunKey, createFirstUse(redis, keyHash(config.appSecret), log), clock));
  if (postmarkLogin) hooks.push(postmarkHook(postmarkLogin));
  if (resendSecret) hooks.push(resendHook(resendSecret, clock));
  return new Map(hooks.map((hook) => [hook.source, hook]));
}
