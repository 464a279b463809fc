import { undeliverableAmong } from '../../common/audience/undeliverable.ts';
import type { Config } from '../../common/config.ts';
import {
  asksFor,
  HYGIENE_KINDS,
  noDoubts,
  noteDoubt,
  type SeenDoubts,
} from '../../common/domain/address-doubts.ts';
import { domainOf } from '../../common/domain/domain-of.ts';
import { lookAtAddress } from '../../common/hygiene/look-at-address.ts';
import { domainsWithoutMail } from '../../common/hygiene/mail-domains.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import type { ImportRow } from './import-rows.ts';

/** The most domains, and the most milliseconds, of DNS queries in one turn of an import. Later domains count as fine. */
const [MOST_DOMAINS, MOST_MS] = [2000, 30_000];

export type DoubtfulRows = ReturnType<typeof createDoubtfulRows>;

interface LookedAt {
  /** The rows to import. */
  readonly kept: readonly ImportRow[];
  /** The rows that the account chose not to import. */
  readonly doubtful: readonly ImportRow[];
  readonly doubts: SeenDoubts;
}

/** Returns a function that finds doubtful addresses among rows of an import. */
export function createDoubtfulRows(
  found: Pick<ImportDocument, '_id' | 'user_id' | 'dry_run' | 'leave_out'>,
  { hygieneDir, dnsServers }: Pick<Config, 'hygieneDir' | 'dnsServers'>,
) {
  const { leave_out = [] } = found;
  const asksDns = asksFor('no_mail_domain', found);
  const seen = new Set<string>();
  let left = { domains: MOST_DOMAINS, ms: MOST_MS };

  async function withoutMail(rows: readonly ImportRow[]): Promise<ReadonlySet<string>> {
    if (!asksDns || left.domains <= 0 || left.ms <= 0) return new Set();
    const domains = new Set(rows.map(({ address }) => domainOf(address).toLowerCase()));
    const began = performance.now();
    const without = await domainsWithoutMail(domains, dnsServers, { most: left.domains, mostMs: left.ms });
    const fresh = [...domains].filter((domain) => !seen.has(domain));
    for (const domain of fresh) seen.add(domain);
    left = { domains: left.domains - fresh.length, ms: left.ms - (performance.now() - began) };
    return without;
  }

  const undeliverable = async (rows: readonly ImportRow[]): Promise<ReadonlySet<string>> =>
    asksFor('undeliverable', found)
      ? undeliverableAmong(
          found.user_id,
          rows.map(({ key }) => key),
          found._id,
        )
      : new Set();

  return async (rows: readonly ImportRow[]): Promise<LookedAt> => {
    const doubts = noDoubts();
    const doubtful: ImportRow[] = [];
    const [nowhere, bounced] = await Promise.all([withoutMail(rows), undeliverable(rows)]);
    const kept = rows.filter((row) => {
      const { line, address, key } = row;
      const { typo, role, disposable } = lookAtAddress(address, hygieneDir);
      const isNowhere = nowhere.size > 0 && nowhere.has(domainOf(address).toLowerCase());
      const hasBounced = bounced.size > 0 && bounced.has(key);
      if (typo === null && !role && !disposable && !isNowhere && !hasBounced) return true;
      const is = {
        typo: typo !== null,
        role,
        disposable,
        no_mail_domain: isNowhere,
        undeliverable: hasBounced,
      };
      const kinds = HYGIENE_KINDS.filter((kind) => is[kind]);
      for (const kind of kinds) noteDoubt(doubts, kind, { line, meant: kind === 'typo' ? typo : null });
      const isLeftOut = kinds.some((kind) => leave_out.includes(kind));
      if (isLeftOut) doubtful.push(row);
      return !isLeftOut;
    });
    doubts.leftOut = doubtful.length;
    return { kept, doubtful, doubts };
  };
}
