import { readMessageId } from '../common/domain/message-ids.ts';
import { readReturnPath, readUnsubscribeAddress } from '../common/domain/token-addresses.ts';
import { type MailOfAccount, readToken, type TokenContent, type TokenKey } from '../common/domain/tokens.ts';

export interface Clues {
  readonly returnPaths: readonly string[];
  /** Possible Message-IDs of ours, with or without brackets. */
  readonly messageIds: readonly string[];
  readonly unsubscribes?: readonly string[];
  /** Ids that the provider gave to the mail, if the provider itself reports. */
  readonly providerIds?: readonly string[];
}

export interface ReportedMail {
  /** Null if a token of an older version names the mail. */
  readonly account: number | null;
  readonly delivery: number;
  /** Null if no return path has it. */
  readonly attempt: number | null;
}

/** More clues than a report has; further ones are not read. */
const MOST = 50;
const NONE: ReadonlyMap<string, MailOfAccount> = new Map();

/** The first clue that we signed, else a stored id of a provider (`known`). Only servers of a mail know its tokens. */
export function reportedMail(
  { returnPaths, messageIds, unsubscribes = [], providerIds = [] }: Clues,
  key: TokenKey,
  known: ReadonlyMap<string, MailOfAccount> = NONE,
): ReportedMail | null {
  const returned = firstOf(returnPaths, (address) => readReturnPath(address, key));
  if (returned !== null) return returned;
  const mail =
    firstOf(messageIds, (id) => readMessageId(id, key)) ??
    firstOf(unsubscribes, (text) => readUnsubscribe(text, key)) ??
    firstOf(providerIds, (id) => known.get(id) ?? null);
  return mail && { account: mail.account, delivery: mail.id, attempt: null };
}

function firstOf<T>(clues: readonly string[], read: (clue: string) => T | null): T | null {
  for (const clue of clues.slice(0, MOST)) {
    const found = read(clue);
    if (found !== null) return found;
  }
  return null;
}

const readUnsubscribe = (text: string, key: TokenKey): TokenContent | null =>
  readUnsubscribeAddress(text, key) ?? readToken(key, 'unsubscribe', text);
