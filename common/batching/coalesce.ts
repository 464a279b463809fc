import { isLate } from './late.ts';

/**
 * Work of one key at a time: who asks while it is under way gets the next, together with all others who do. So an answer was
 * always begun after it was asked for, and however many ask, they cost no more than one who never stops asking. `lateMs`: work that takes
 * longer holds up no one else: the next begins beside it.
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
