interface CacheOptions<Subject extends readonly unknown[]> {
  /** Lifetime of an answer in milliseconds, counted from the question; unlimited by default. */
  readonly ms?: number | (() => number);
  readonly most?: number;
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
    keyOf = (...[first]) => first,
    clock = () => performance.now(),
  }: CacheOptions<Subject> = {},
): CachedQuestion<Subject, Answer> {
  const kept = new Map<unknown, { readonly until: number; readonly answer: Promise<Answer> }>();
  const answerTo = (...subject: Subject): Promise<Answer> => {
    const key = keyOf(...subject);
    const known = kept.get(key);
    if (known && clock() < known.until) return known.answer;
    const asked = { until: clock() + (typeof ms === 'function' ? ms() : ms), answer: ask(...subject) };
    kept.delete(key);
    if (kept.size >= most) kept.delete(kept.keys().next().value);
    kept.set(key, asked);
    asked.answer.catch(() => {
      if (kept.get(key) === asked) kept.delete(key);
    });
    return asked.answer;
  };
  return Object.assign(answerTo, {
    forget: (key: unknown): void => void kept.delete(key),
    clear: (): void => kept.clear(),
  });
}
