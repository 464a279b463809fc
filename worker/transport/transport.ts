import type { Config } from '../../common/config.ts';
import type { Logger } from '../../common/log.ts';
import type { RedisConnection } from '../../common/redis.ts';
import { sendSigned } from '../dkim/signed-mail.ts';
import type { Signer } from '../dkim/signer.ts';
import { createConnector } from './connect.ts';
import { createNodemailerServer } from './nodemailer-server.ts';
import type { Outcome, OutgoingMail } from './outcome.ts';
import { createPace } from './pace.ts';
import { createServer } from './server.ts';
import { createServers, type Member } from './servers.ts';

export type { Fault, Outcome, OutgoingMail } from './outcome.ts';

export interface Transport {
  /** Hands one mail to a mail server and says exactly what became of it. Does not reject. */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<Outcome>;
  /** Mails worth having in flight: twice the connections, so that a line that is free has its next mail waiting. */
  readonly capacity: number;
  /** Finishes what is on its way and ends all lines; what is sent afterwards is `unreached` (`aborted`). */
  close(): Promise<void>;
}

export interface TransportDependencies {
  readonly log: Logger;
  /** Shares the pace among workers; wanted where `smtpRate` is not 0. It should fail fast while Redis is away. */
  readonly redis?: RedisConnection;
  /** Workers that are alive, as last known. */
  readonly workers?: () => number;
  /** Signs each mail before a server gets it. */
  readonly signer?: Signer | null;
}

export function createTransport(
  config: Pick<Config, 'smtpUrls' | 'smtpClient' | 'smtpConnections' | 'smtpRate' | 'smtpTimeout'>,
  { log, redis, workers = () => 1, signer = null }: TransportDependencies,
): Transport {
  const { smtpConnections: connections, smtpRate: rate, smtpTimeout: timeoutMs } = config;
  if (rate > 0 && !redis) throw new TypeError('a pace over all workers needs Redis');
  const members = config.smtpUrls.map((url): Member => {
    const { name, open } = createConnector(url, timeoutMs);
    return {
      name,
      server:
        config.smtpClient === 'nodemailer'
          ? createNodemailerServer({
              url,
              connections,
              timeoutMs,
              international: createServer({ open, connections: 1, timeoutMs }),
            })
          : createServer({ open, connections, timeoutMs }),
      pace: rate > 0 && redis ? createPace({ name, rate, redis, workers }) : null,
    };
  });
  const servers = createServers(members, log);
  let closing: Promise<void> | null = null;
  let inFlight = 0;
  let idle: (() => void) | null = null;

  return {
    async send(mail, signal) {
      if (closing)
        return { kind: 'unreached', fault: 'aborted', reason: 'the transport is closed', retryInMs: 0 };
      inFlight += 1;
      try {
        return signer
          ? await sendSigned(mail, signer, (signed) => servers.send(signed, signal))
          : await servers.send(mail, signal);
      } finally {
        inFlight -= 1;
        if (inFlight === 0) idle?.();
      }
    },
    capacity: connections * members.length * 2,
    close() {
      closing ??= (async () => {
        if (inFlight > 0) await new Promise<void>((resolve) => (idle = resolve));
        await Promise.all(members.map(({ server }) => server.close()));
      })();
      return closing;
    },
  };
}
