import { cached } from '../../../common/cache/cached.ts';
import type { Config } from '../../../common/config.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import type { Logger } from '../../../common/log.ts';
import { createAskRedis, OF_A_WORKER_MS } from '../../../common/rates/ask-redis.ts';
import type { RedisConnection } from '../../../common/redis/redis.ts';
import { Domains } from '../pace/domains.ts';
import { NO_PACE_RULES, type PaceRules, poolOf, ruleOf } from '../pace/rules.ts';
import { createSigner, type Signer } from '../signing/signer.ts';
import { FailOver } from './fail-over.ts';
import type { Outcome, OutgoingMail } from './outcome.ts';
import { createPace } from './pace.ts';
import { openMailServer } from './schemes.ts';
import type { PooledServer, ServerState } from './server-health.ts';
import { sendSigned } from './signed-mail.ts';

export type Transport = ReturnType<typeof createTransport>;

export interface TransportDependencies {
  readonly log: Logger;
  /** Shares the pace among workers; required when `smtpRate` is not 0. It should fail fast while Redis is away. */
  readonly redis?: RedisConnection;
  readonly workers?: () => number;
  readonly signer?: Signer;
  readonly rules?: PaceRules;
}

export function createTransport(
  config: Pick<Config, 'smtpUrls' | 'smtpConnections' | 'smtpRate' | 'smtpTimeout'> &
    Partial<Pick<Config, 'smtpName'>>,
  { log, redis, workers = () => 1, signer = createSigner(), rules = NO_PACE_RULES }: TransportDependencies,
) {
  const { smtpConnections: connections, smtpRate: rate, smtpTimeout: timeoutMs } = config;
  if (rate > 0 && !redis) throw new TypeError('SMTP_RATE needs Redis');
  const store = redis ? { ask: createAskRedis(redis, OF_A_WORKER_MS), workers } : null;
  const pooled = config.smtpUrls.map((url): PooledServer => {
    const server = openMailServer(url, {
      connections,
      timeoutMs,
      workers,
      greeting: config.smtpName ?? null,
    });
    const rule = ruleOf(rules.servers, server.name);
    const { traits } = server;
    const own = rule?.per_second ?? (rate > 0 ? rate : traits.rate * traits.batch);
    const pace = own > 0 && store ? createPace({ name: server.name, rate: own, store }) : null;
    return { server, pace, weight: rule?.weight ?? 1 };
  });
  const domains = new Domains({
    servers: pooled.map(({ server }) => ({ name: server.name, connections: server.atOnce })),
    rules,
    store,
  });
  const servers = new FailOver(pooled, domains, log, rules.pools);
  /** A signature is worth its CPU only if a server keeps it. */
  const signs = pooled.some(({ server }) => server.traits.keepsSignature);
  const atOnce = pooled.reduce((sum, { server }) => sum + server.atOnce, 0);
  let closing = false;
  let resumedAt = new Date(0);
  let inFlight = 0;
  let idle: (() => void) | null = null;

  return {
    async send(mail: OutgoingMail, signal?: AbortSignal): Promise<Outcome> {
      if (closing)
        return {
          kind: 'unreached',
          fault: 'aborted',
          reason: 'the transport is closed',
          retryInMs: 0,
          bytesFree: true,
        };
      inFlight += 1;
      try {
        const { keys } = mail;
        const domain = mail.domain ?? domains.of(domainOf(mail.to).toLowerCase());
        return signs && keys && keys.length > 0
          ? await sendSigned(mail, keys, signer, (signed) => servers.send(signed, domain, signal))
          : await servers.send(mail, domain, signal);
      } finally {
        inFlight -= 1;
        if (inFlight === 0) idle?.();
      }
    },
    /** Mails to have in flight: twice what the servers work on, so that a free connection finds its next mail waiting. */
    capacity: atOnce * 2,
    domains,
    poolOf: (account: number, sendingDomain: string): string | null => poolOf(rules, account, sendingDomain),
    servers: (): ServerState[] => servers.states(),
    /** A person resumed a mailing: servers in a cool-down are tried again, once for each time. */
    resumed(at: Date): void {
      if (at <= resumedAt) return;
      resumedAt = at;
      servers.retrySoon();
    },
    /** Finishes the mails under way and closes all connections. Later mails are `unreached` (`aborted`). */
    close: cached(async () => {
      closing = true;
      if (inFlight > 0) await new Promise<void>((resolve) => (idle = resolve));
      await Promise.all(pooled.map(({ server }) => server.close()));
    }),
  };
}
