/** Answers true at most once in `ms`, the first time at once. */
export function atMostEvery(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - last < ms) return false;
    last = performance.now();
    return true;
  };
}
