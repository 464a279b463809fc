interface CacheOptions<Subject extends readonly unknown[]> {
  /** Lifetime of an answer in milliseconds, counted from the question; unlimited by default. */
  readonly ms?: number | (() => number);
  readonly most?: number;
  /** Once an answer is too old, it is still given while a new one is asked for. */
  readonly givesOld?: boolean;
  /** Questions of one key share an answer. The default is the first argument. */
  readonly keyOf?: (...subject: Subject) => unknown;
  readonly clock?: () => number;
}

export interface CachedQuestion<Subject extends readonly unknown[], Answer> {
  (...subject: Subject): Promise<Answer>;
  forget(key: unknown): void;
  clear(): void;
}

/**
 * Asks once and reuses the answer; concurrent callers share one question. A failed question is not cached. Its rejection is always handled:
 * a caller that first awaits something else would leave it unhandled, and Node would end the process.
 */
export function cached<Subject extends readonly unknown[], Answer>(
  ask: (...subject: Subject) => Promise<Answer>,
  {
    ms = Number.POSITIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
    givesOld = false,
    keyOf = (...[first]) => first,
    clock = () => performance.now(),
  }: CacheOptions<Subject> = {},
): CachedQuestion<Subject, Answer> {
  const kept = new Map<unknown, { readonly until: number; answer: Promise<Answer> }>();
  const answerTo = (...subject: Subject): Promise<Answer> => {
    const key = keyOf(...subject);
    const known = kept.get(key);
    if (known && clock() < known.until) return known.answer;
    const until = clock() + (typeof ms === 'function' ? ms() : ms);
    const answer = ask(...subject);
    const asked = { until, answer: givesOld && known ? known.answer : answer };
    kept.delete(key);
    if (kept.size >= most) kept.delete(kept.keys().next().value);
    kept.set(key, asked);
    answer.then(
      () => (asked.answer = answer),
      () => kept.get(key) === asked && kept.delete(key),
    );
    return asked.answer;
  };
  return Object.assign(answerTo, {
    forget: (key: unknown): void => void kept.delete(key),
    clear: (): void => kept.clear(),
  });
}
