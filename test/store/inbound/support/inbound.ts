import type { Config } from '../../../../common/config.ts';
import { readConfig } from '../../../../common/config.ts';
import type { EventResult, MailEvent } from '../../../../common/domain/mail-events.ts';
import { type MailOfAccount, type TokenKey, tokenKey } from '../../../../common/domain/tokens.ts';
import { createLogger } from '../../../../common/log.ts';
import type { Report } from '../../../../inbound/reports/report.ts';
import { type InboundParts, type RunningInbound, runInbound } from '../../../../inbound/run.ts';
import { redisUrl } from '../../../support/services.ts';

export const SECRETS = [
  'the newest secret of these inbound tests!',
  'an older secret of these inbound tests!!',
];

/** Running receivers whose events are kept in place of being written, and whose reports are what `report` says. */
export interface Inbound extends RunningInbound {
  readonly config: Config;
  readonly key: TokenKey;
  /** Events that were handed over to be written. */
  readonly events: MailEvent[];
  /** Deliveries by the ids of providers. */
  readonly known: Map<string, MailOfAccount>;
  /** The result of reading any mail from now on. */
  report: Report | null;
  /** The result of writing an event. */
  outcome: () => Promise<EventResult>;
}

/** `name` names the Redis database. MongoDB is not asked: writing is replaced. */
export async function startInbound(
  name: string,
  environment: Readonly<Record<string, string>>,
  parts: InboundParts = {},
): Promise<Inbound> {
  const config = readConfig({
    MONGODB_URL: 'mongodb://127.0.0.1:9/never-asked',
    REDIS_URL: await redisUrl(name),
    SMTP_URL: 'smtp://127.0.0.1:9',
    APP_SECRETS: SECRETS.join(','),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    BOUNCE_DOMAIN: 'bounces.example',
    INBOUND_PORT: '0',
    ...environment,
  });
  const events: MailEvent[] = [];
  const known = new Map<string, MailOfAccount>();
  const state = { report: null as Report | null, outcome: async (): Promise<EventResult> => 'applied' };
  const running = await runInbound(config, createLogger('inbound', config.logLevel), {
    read: async () => state.report,
    find: async (ids) => new Map([...known].filter(([id]) => ids.includes(id))),
    async apply(event) {
      const result = await state.outcome();
      events.push(event);
      return result;
    },
    ...parts,
  });
  return Object.assign(state, running, { config, key: tokenKey(config.signingSecrets), events, known });
}

/** A report of one recipient. */
export const reportOf = (
  kind: Report['kind'],
  address: string | null,
  messageIds: readonly string[] = [],
): Report => ({
  kind,
  messageIds,
  recipients: [{ address, status: '5.1.1', reply: '550 5.1.1 no\r\nsuch user', class: 'gone', rule: 'test' }],
});
