import type { Config } from '../../../common/config.ts';
import { Turns } from '../../../common/fairness/turns.ts';
import type { RecordFindings, SendingDomainDocument } from '../../../common/models/sending-domains.ts';
import { makeSendingKeys } from '../../../common/secrets/dkim-keys.ts';
import { inUse } from '../../http/failures.ts';
import { lookAtBimi } from './bimi.ts';
import { type DomainRecord, findingOf } from './domain-records.ts';
import { type Dns, withDns } from './resolver.ts';

const LOOK_MS = 5000;
/** Milliseconds that a call waits for its turn. A keyed call is one transaction, which may be open for 8 s. */
const PATIENCE_MS = 2500;
/** Concurrent checks; they only wait for the network. */
const LOOKS = 50;
/** RSA keys that are made at a time. libuv has four threads, which other work needs, too. */
const KEYS = 2;
const LINE = Object.freeze({ each: 4, total: 200 });
const AGAIN = 5;
const LIMIT = `${LINE.each} calls about domains of an account that wait`;

/**
 * Slow work on sending domains. Each account does one task at a time, so that it delays no other account. Throws a 429 when too many calls
 * wait.
 */
export function createDomainChecks(
  config: Pick<Config, 'dnsServers' | 'appSecret' | 'signingSecrets' | 'production'>,
) {
  const turnsOf = (total: number): Turns<number> =>
    new Turns({ total, each: 1, line: LINE, patienceMs: PATIENCE_MS, refusal: () => inUse(AGAIN, LIMIT) });
  const looks = turnsOf(LOOKS);
  const makings = turnsOf(KEYS);

  return {
    look(userId: number, records: readonly DomainRecord[], signal: AbortSignal): Promise<RecordFindings> {
      const lookAll = async (dns: Dns): Promise<RecordFindings> => {
        const found = await Promise.all(
          records.map(async (record) => [record.purpose, findingOf(record, await record.look(dns))] as const),
        );
        // A check that ended because its client hung up says nothing about the DNS.
        signal.throwIfAborted();
        return Object.fromEntries(found);
      };
      const look = () => withDns({ servers: config.dnsServers, ms: LOOK_MS, signal }, lookAll);
      return looks.run(userId, look, { signal });
    },
    /** Without a record, nothing is fetched. */
    lookAtBimi: (domain: string, findings: RecordFindings, signal: AbortSignal) =>
      lookAtBimi(domain, findings, { dnsServers: config.dnsServers, loopback: !config.production, signal }),
    /** Makes the keys of a domain in other threads. */
    makeKeys: (owner: Pick<SendingDomainDocument, 'user_id' | 'domain'>, signal: AbortSignal) =>
      makings.run(owner.user_id, () => makeSendingKeys(owner, config), { signal }),
  };
}

export type DomainChecks = ReturnType<typeof createDomainChecks>;

declare module '../../http/endpoint.ts' {
  interface Service {
    readonly domains: DomainChecks;
  }
}
