import { readMessageId } from '../common/domain/message-ids.ts';
import { readReturnPath } from '../common/domain/token-addresses.ts';
import type { TokenKey } from '../common/domain/tokens.ts';

/** What a report says of the mail that it is about. */
export interface Clues {
  /** Addresses that may be return paths of ours. */
  readonly returnPaths: readonly string[];
  /** Message-IDs that may be ours, with or without brackets. */
  readonly messageIds: readonly string[];
  /** Ids that the provider gave to the mail, where the provider itself reports. */
  readonly providerIds?: readonly string[];
}

/** The mail that a report is about. */
export interface ReportedMail {
  readonly delivery: number;
  /** Null where no return path says it. */
  readonly attempt: number | null;
}

/** More clues than a report has; further ones are not read. */
const MOST = 50;
const NONE: ReadonlyMap<string, number> = new Map();

/**
 * The mail that all clues name which are ours: ids of providers that are stored (`known`), return paths and Message-IDs that we signed.
 * Null where none is ours, or where they name different mails. So a report with the token of one mail can't be about another.
 */
export function reportedMail(
  { returnPaths, messageIds, providerIds = [] }: Clues,
  key: TokenKey,
  known: ReadonlyMap<string, number> = NONE,
): ReportedMail | null {
  const stored = providerIds.slice(0, MOST).flatMap((id) => known.get(id) ?? []);
  const returned = returnPaths.slice(0, MOST).flatMap((address) => readReturnPath(address, key) ?? []);
  const named = messageIds.slice(0, MOST).flatMap((id) => readMessageId(id, key) ?? []);
  const deliveries = new Set([...stored, ...returned.map(({ delivery }) => delivery), ...named]);
  const [delivery] = deliveries;
  if (delivery === undefined || deliveries.size > 1) return null;
  return { delivery, attempt: returned[0]?.attempt ?? null };
}
