import { atMostEvery } from '../../common/batching/at-most-every.ts';
import { withTimeLimit } from '../../common/batching/late.ts';
import type { storeDomainReport } from '../../common/changes/domain-reports.ts';
import type { Config } from '../../common/config.ts';
import { organizationOf } from '../../common/domain/organizations.ts';
import { readReportAddress } from '../../common/domain/token-addresses.ts';
import { type TokenContent, tokenKey } from '../../common/domain/tokens.ts';
import { NOTHING, withResolver } from '../../common/guarded/resolver.ts';
import type { Logger } from '../../common/log.ts';
import { countDomainReport, type ReportSource } from '../metrics.ts';
import { ReadersBusy } from '../reports/apart.ts';
import type { DomainReportReader } from './apart.ts';
import { isSignedBy, type MailSignature } from './dkim.ts';

const DNS_MS = 5000;
/** c-ares refuses a name that no DNS server could know. */
const NO_NAME = 'EBADNAME';

/** The DNS gave no answer about the signature of a report; its sender tries again. */
export class SilentDns extends Error {}

export interface DomainReports {
  /** The sending domain to whose address a mail went; null: to none. */
  ownerOf(recipients: readonly string[]): TokenContent | null;
  /** Stores the reports of a mail. A broken mail changes nothing. Rejects while a store is away, or the DNS for an SMTP client. */
  take(source: ReportSource, raw: Uint8Array, owner: TokenContent): Promise<void>;
}

interface Signers {
  readonly signers: string[];
  readonly unanswered: string[];
}

export interface DomainReportParts {
  readonly read: DomainReportReader['read'];
  readonly store: typeof storeDomainReport;
  readonly log: Logger;
}

export function createDomainReports(
  config: Pick<Config, 'signingSecrets' | 'dnsServers'>,
  { read, store, log }: DomainReportParts,
): DomainReports {
  const key = tokenKey(config.signingSecrets);
  const mayWarn = atMostEvery(60_000);

  /** The domains that signed the mail, and those about whose keys the DNS gave no answer. */
  const signersOf = (signatures: readonly MailSignature[]): Promise<Signers> =>
    withResolver(config.dnsServers, withTimeLimit(new AbortController().signal, DNS_MS), async (dns) => {
      const found: Signers = { signers: [], unanswered: [] };
      await Promise.all(
        signatures.map(async (signature) => {
          const host = `${signature.selector}._domainkey.${signature.domain}`;
          try {
            const records = await dns.resolveTxt(host);
            if (records.length === 1 && isSignedBy(signature, records[0]!.join('')))
              found.signers.push(signature.domain);
          } catch (error) {
            const { code = '' } = error as NodeJS.ErrnoException;
            if (!NOTHING.has(code) && code !== NO_NAME) found.unanswered.push(signature.domain);
          }
        }),
      );
      return found;
    });

  return {
    ownerOf(recipients) {
      for (const one of recipients) {
        const owner = readReportAddress(one, key);
        if (owner !== null) return owner;
      }
      return null;
    },
    async take(source, raw, { account, id }) {
      if (account === null) return;
      const found = await read(raw, account).catch((error: unknown) => {
        if (error instanceof ReadersBusy) throw error;
        log.warn({ err: error, source, bytes: raw.byteLength }, 'report about a domain cannot be read');
        return { reports: [], signatures: [] };
      });
      if (found.reports.length === 0) countDomainReport(source, 'unknown', 'unread');
      const { signers, unanswered } = await signersOf(found.signatures);
      for (const report of found.reports) {
        const reporter = report.reporter_domain === null ? null : organizationOf(report.reporter_domain);
        const isAmong = (domains: readonly string[]): boolean =>
          reporter !== null && domains.some((one) => organizationOf(one) === reporter);
        const verified = isAmong(signers);
        // A mail that stays in the mailbox would hold up those behind it.
        if (!verified && source === 'smtp' && isAmong(unanswered)) {
          if (mayWarn())
            log.warn(
              { source: reporter },
              'no answer of the DNS about the key of a signed report; it is refused with 451',
            );
          throw new SilentDns('the DNS gave no answer about the signature of a report');
        }
        countDomainReport(source, report.kind, await store({ account, domainId: id }, report, verified));
      }
    },
  };
}
