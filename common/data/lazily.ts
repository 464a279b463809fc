/** Runs `make` at the first call and keeps what it gave: the API should not pay at its start for what few ask. */
export function lazily<Value>(make: () => Value): () => Value {
  let kept: { value: Value } | null = null;
  return () => {
    kept ??= { value: make() };
    return kept.value;
  };
}
