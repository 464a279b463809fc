import type { Config } from '../../../common/config.ts';
import { Turns } from '../../../common/fairness/turns.ts';
import type {
  RecordFinding,
  RecordPurpose,
  SendingDomainDocument,
} from '../../../common/models/sending-domains.ts';
import { makeSendingKeys } from '../../../common/secrets/dkim-keys.ts';
import { tooMany } from '../../http/failures.ts';
import { type DomainRecord, findingOf } from './domain-records.ts';
import { withDns } from './resolver.ts';

/** Slow work on sending domains. Each account does one task at a time, so that it delays no other account. */
export interface DomainChecks {
  /** Checks these records in the DNS, within five seconds. Throws a 429 when too many calls wait. */
  look(
    userId: number,
    records: readonly DomainRecord[],
    signal: AbortSignal,
  ): Promise<Partial<Record<RecordPurpose, RecordFinding>>>;
  /** Makes the keys of a domain in other threads. Throws a 429 when too many calls wait. */
  makeKeys(
    owner: Pick<SendingDomainDocument, 'user_id' | 'domain'>,
    signal: AbortSignal,
  ): Promise<SendingDomainDocument['keys']>;
}

const LOOK_MS = 5000;
/** Milliseconds that a call waits for its turn. A keyed call is one transaction, which may be open for 8 s. */
const PATIENCE_MS = 2500;
/** Concurrent checks; they only wait for the network. */
const LOOKS = 50;
/** RSA keys that are made at a time. libuv has four threads, which other work needs, too. */
const KEYS = 2;
const LINE = Object.freeze({ each: 4, total: 200 });
const AGAIN = 5;

export function createDomainChecks(
  config: Pick<Config, 'dnsServers' | 'appSecret' | 'signingSecrets'>,
): DomainChecks {
  const turnsOf = (total: number): Turns<number> =>
    new Turns({ total, each: 1, line: LINE, patienceMs: PATIENCE_MS, refusal: () => tooMany(AGAIN) });
  const looks = turnsOf(LOOKS);
  const makings = turnsOf(KEYS);

  return {
    look: (userId, records, signal) =>
      looks.run(
        userId,
        () =>
          withDns({ servers: config.dnsServers, ms: LOOK_MS, signal }, async (dns) => {
            const found = await Promise.all(
              records.map(
                async (record) => [record.purpose, findingOf(record, await record.look(dns))] as const,
              ),
            );
            // A check that ended because its client hung up says nothing about the DNS.
            signal.throwIfAborted();
            return Object.fromEntries(found);
          }),
        { signal },
      ),
    makeKeys: (owner, signal) => makings.run(owner.user_id, () => makeSendingKeys(owner, config), { signal }),
  };
}

declare module '../../http/endpoint.ts' {
  interface Service {
    readonly domains: DomainChecks;
  }
}
