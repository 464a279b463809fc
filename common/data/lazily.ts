/** Runs `make` at the first call and keeps the result, so that the API does not pay at its start for rare requests. */
export function lazily<Value>(make: () => Value): () => Value {
  let kept: { value: Value } | null = null;
  return () => {
    kept ??= { value: make() };
    return kept.value;
  };
}
