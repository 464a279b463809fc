import { MAIL_PROVIDERS as RECEIVERS } from '../../../common/replies/providers.ts';
import type { ProviderRule } from './rules.ts';

/**
 * Defaults for all workers. Which providers take few connections, and which domains together, are facts from KumoMTA's shaping.toml
 * (see NOTICE). Its limits are for each source address of a host that delivers itself; our relay may have many and queues, so these
 * are several times as large. They only keep a large send from filling the relay's queue: 1,000,000 mails to Gmail take an hour.
 */
export const PROVIDER_PACES: Readonly<Record<string, ProviderRule>> = Object.freeze({
  google: { domains: RECEIVERS.gmail.domains, connections: 40, per_second: 300 },
  microsoft: { domains: RECEIVERS.microsoft.domains, connections: 40, per_second: 200 },
  yahoo: { domains: RECEIVERS.yahoo.domains, connections: 40, per_second: 200 },
  'yahoo-japan': { domains: ['yahoo.co.jp'], connections: 10, per_second: 50 },
  apple: { domains: RECEIVERS.apple.domains, connections: 40, per_second: 100 },
  comcast: { domains: RECEIVERS.comcast.domains, connections: 40, per_second: 100 },
  gmx: { domains: RECEIVERS.gmx.domains, connections: 20, per_second: 50 },
  't-online': { domains: ['t-online.de', 'magenta.de'], connections: 20, per_second: 50 },
  // laposte.net answers in the same words, but has its own servers.
  orange: { domains: ['orange.fr', 'wanadoo.fr'], connections: 10, per_second: 30 },
});
