import { readMessageId } from '../common/domain/message-ids.ts';
import { readReturnPath, readUnsubscribeAddress } from '../common/domain/token-addresses.ts';
import { readToken, type TokenKey } from '../common/domain/tokens.ts';

/** What a report says of the mail that it is about. */
export interface Clues {
  /** Addresses that may be return paths of ours. */
  readonly returnPaths: readonly string[];
  /** Message-IDs that may be ours, with or without brackets. */
  readonly messageIds: readonly string[];
  /** Tokens and addresses of its List-Unsubscribe that may be ours. */
  readonly unsubscribes?: readonly string[];
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
 * The mail of the first clue that is ours: a return path, Message-ID or List-Unsubscribe that we signed, then the id of a provider that is
 * stored (`known`). Null where none is ours. Only the recipient of a mail and the servers that handled it know its tokens.
 */
export function reportedMail(
  { returnPaths, messageIds, unsubscribes = [], providerIds = [] }: Clues,
  key: TokenKey,
  known: ReadonlyMap<string, number> = NONE,
): ReportedMail | null {
  const returned = firstOf(returnPaths, (address) => readReturnPath(address, key));
  if (returned !== null) return returned;
  const delivery =
    firstOf(messageIds, (id) => readMessageId(id, key)) ??
    firstOf(unsubscribes, (text) => readUnsubscribe(text, key)) ??
    firstOf(providerIds, (id) => known.get(id) ?? null);
  return delivery === null ? null : { delivery, attempt: null };
}

/** The first of these clues that is ours. */
function firstOf<T>(clues: readonly string[], read: (clue: string) => T | null): T | null {
  for (const clue of clues.slice(0, MOST)) {
    const found = read(clue);
    if (found !== null) return found;
  }
  return null;
}

const readUnsubscribe = (text: string, key: TokenKey): number | null =>
  readUnsubscribeAddress(text, key) ?? readToken(key, 'unsubscribe', text)?.id ?? null;
