import { storeDomainReport } from '../common/changes/domain-reports.ts';
import { applyMailEvent } from '../common/changes/mail-events.ts';
import type { Config } from '../common/config.ts';
import type { Logger } from '../common/log.ts';
import { findByProviderId } from '../common/queries/provider-ids.ts';
import { createAskRedis, OF_A_CALL_MS } from '../common/rates/ask-redis.ts';
import { createLimiter, keyHash } from '../common/rates/limiter.ts';
import { connectLimiter } from '../common/redis/redis.ts';
import { redisAway } from '../common/store/outages.ts';
import { createDomainReportReader } from './domain-reports/apart.ts';
import { createDomainReports } from './domain-reports/take.ts';
import { configuredHooks, type HookParts } from './hooks/configured.ts';
import { type HookServer, startHookServer } from './hooks/server.ts';
import { createReceiver, type ReceiverParts } from './receiver.ts';
import { createReportReader } from './reports/apart.ts';
import { createForward, FORWARDS_EACH_HOUR } from './smtp/forwarding.ts';
import { type Listener, startListener } from './smtp/listener.ts';

export type RunningInbound = Awaited<ReturnType<typeof runInbound>>;

export type InboundParts = Partial<Omit<ReceiverParts, 'log'> & Pick<HookParts, 'fetchText' | 'clock'>>;

const DRAIN_MS = 7000;

/** Starts the configured receivers. MongoDB must be connected. */
export async function runInbound(config: Config, log: Logger, parts: InboundParts = {}) {
  const reader = createReportReader(config.replyRulesFile, log);
  const domainReader = createDomainReportReader(log);
  const {
    apply = applyMailEvent,
    find = findByProviderId,
    read = reader.read,
    domainReports = createDomainReports(config, { read: domainReader.read, store: storeDomainReport, log }),
    ...hookParts
  } = parts;
  const { smtp, imap } = config.inbound;
  const receiver = createReceiver(config, { apply, find, read, domainReports, log });
  const redis = connectLimiter(config.redisUrl);
  const hooks = configuredHooks(config, { redis, log, ...hookParts });
  const ask = createAskRedis(redis, OF_A_CALL_MS, (error) => redisAway(error, log, redis));
  const limit = (name: string, points: number, seconds: number) =>
    createLimiter(ask, { name, points, seconds, standIn: true }, keyHash(config.appSecret));
  const limiter = limit('hooks', config.inbound.hooks.rate, 60);

  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(stops.map((one) => one()));
    await reader.close();
    await domainReader.close();
    redis.disconnect();
  };
  let listener: Listener | null = null;
  let server: HookServer | null = null;
  try {
    if (smtp.port !== null) {
      const forward = await createForward(config, limit('forwards', FORWARDS_EACH_HOUR, 3600), receiver);
      listener = await startListener(config, { receiver, forward, log });
      stops.push(listener.close.bind(null, DRAIN_MS));
    }
    if (hooks.size > 0) {
      server = await startHookServer(config, { hooks, limiter, receiver, log });
      stops.push(server.close.bind(null, DRAIN_MS));
    }
    if (imap.url !== null) {
      // Without a mailbox its packages are not loaded.
      const { startPolling } = await import('./imap/polling.ts');
      const polling = startPolling({ ...imap, url: imap.url }, receiver, log);
      stops.push(polling.stop);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { smtpPort: listener?.port ?? null, hooksPort: server?.port ?? null, stop };
}
