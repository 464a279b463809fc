import { coalesce } from '../batching/coalesce.ts';
import { LATE_QUESTION_MS } from '../batching/late.ts';
import { isInTransaction } from './transactions.ts';

/**
 * A question that many calls ask, such as whether a record is there: those that come while it is asked for the same key share the
 * next one, so each is answered by what holds after it came. In a transaction it is asked there, as the transaction sees it.
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
