import type { TokenContent } from '../domain/tokens.ts';
import type { AccountCollection, OfAccount, Rows } from '../store/collection.ts';
import { everywhere } from '../store/everywhere.ts';

/** A document as a token names it. The account is null in tokens of older versions. */
export type TokenSubject = Pick<TokenContent, 'account' | 'id'>;

/** Counted for `mailing_old_tokens_total` (common/metrics). */
export const oldTokens = { lookups: 0 };

/** For a question about `count` ids of tokens. Only ids without an account are looked up over all accounts. */
export function rowsOfToken<Stored extends OfAccount>(
  model: AccountCollection<Stored>,
  account: number | null,
  count = 1,
): Rows<Stored> {
  if (account !== null) return model.of(account);
  oldTokens.lookups += count;
  return everywhere(model, 'old-tokens');
}
