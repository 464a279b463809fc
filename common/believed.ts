/**
 * A question that is asked again when its last answer is older than `ms` milliseconds; until then the answer is reused. A
 * question that failed is asked again at once.
 */
export function believed<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let known: { readonly until: number; readonly answer: Promise<Answer> } | undefined;
  return () => {
    if (known && performance.now() < known.until) return known.answer;
    const asked = { until: performance.now() + ms, answer: ask() };
    known = asked;
    asked.answer.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.answer;
  };
}
