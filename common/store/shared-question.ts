import { coalesce } from '../batching/coalesce.ts';
import { LATE_QUESTION_MS } from '../batching/late.ts';
import { isInTransaction } from './transactions.ts';

/**
 * A query that many calls ask, such as whether a record exists. Calls that arrive while it runs for the same key share the next
 * run, so each answer is newer than its call. In a transaction the query runs separately, as the transaction sees the data.
 */
export function sharedQuestion<Subject extends readonly unknown[], Answer>(
  keyOf: (...subject: Subject) => unknown,
  ask: (...subject: Subject) => Promise<Answer>,
): (...subject: Subject) => Promise<Answer> {
  const together = coalesce(
    (subject: Subject) => keyOf(...subject),
    (subject) => ask(...subject),
    LATE_QUESTION_MS,
  );
  return (...subject) => (isInTransaction() ? ask(...subject) : together(subject));
}
