import { grouped } from '../../../common/domain/grouped.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import {
  SUPPRESSION_REASONS,
  Suppression,
  type SuppressionDocument,
} from '../../../common/models/suppressions.ts';
import { statusOfSuppression } from '../../../common/queries/contact-statuses.ts';
import { CONFIRMED } from '../../../common/queries/rule-filters.ts';
import type { ContactFilter } from '../../../common/queries/segment-filter.ts';
import { type ListedStatus, strictest } from '../../../shared/statuses/statuses.ts';
import { invalidField } from '../../http/failures.ts';
import type { QuestionStore } from '../../http/slow-questions.ts';

/** Addresses that one filter takes. */
const MOST_ADDRESSES = 100_000;

/** The contacts with a status, as a filter. Throws a 422 when the account has more addresses of other statuses than a filter takes. */
export async function contactsOfStatus(
  userId: number,
  status: ListedStatus,
  { collection, options }: QuestionStore,
): Promise<ContactFilter> {
  const entries = (await collection(Suppression.of(userId))
    .find(
      {
        user_id: userId,
        reason: { $in: [...SUPPRESSION_REASONS] },
        unsubscribe_groups_id: null,
        state: { $ne: 'suspected' },
      },
      { ...options(), projection: { _id: 0, email_norm: 1, reason: 1 }, batchSize: MOST_ADDRESSES + 1 },
    )
    .limit(MOST_ADDRESSES + 1)
    .toArray()) as Pick<SuppressionDocument, 'email_norm' | 'reason'>[];
  if (entries.length > MOST_ADDRESSES) throw invalidField('status', texts.selected('status'), TOO_MANY);
  const byAddress = grouped(entries, ({ email_norm }) => email_norm);
  if (status === 'mailable') return { email_norm: { $nin: [...byAddress.keys()] }, ...CONFIRMED };
  const addresses = [...byAddress].flatMap(([address, own]) =>
    strictest(own.map(statusOfSuppression)) === status ? [address] : [],
  );
  return status === 'unconfirmed'
    ? { unconfirmed: true, email_norm: { $nin: [...byAddress.keys()] } }
    : { email_norm: { $in: addresses } };
}

const TOO_MANY = `The account has more than ${MOST_ADDRESSES} addresses on its suppression list: choose by a segment.`;
