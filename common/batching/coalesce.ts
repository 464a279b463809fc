import { isLate } from './late.ts';

/**
 * Runs work of one key one at a time. All callers during a run share the next run, so an answer is never older than its question. `lateMs`:
 * after this time the next run starts while the late one continues.
 */
export function coalesce<Subject, Answer>(
  keyOf: (subject: Subject) => unknown,
  work: (subject: Subject) => Promise<Answer>,
  lateMs?: number,
): (subject: Subject) => Promise<Answer> {
  const underWay = new Map<unknown, Promise<unknown>>();
  const next = new Map<unknown, Promise<Answer>>();
  return (subject) => {
    const key = keyOf(subject);
    const joined = next.get(key);
    if (joined) return joined;
    const begin = (): Promise<Answer> => {
      next.delete(key);
      const answer = work(subject);
      underWay.set(key, answer);
      const end = (): void => {
        if (underWay.get(key) === answer) underWay.delete(key);
      };
      answer.then(end, end);
      return answer;
    };
    const before = underWay.get(key);
    if (!before) return begin();
    const waiting = lateMs === undefined ? before.then(begin, begin) : isLate(before, lateMs).then(begin);
    next.set(key, waiting);
    return waiting;
  };
}
