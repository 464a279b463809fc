/** Values that were used last. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  /** `size` in the caller's own unit. What takes more than half of the room is not kept. */
  set(key: string, value: Value, size: number): void;
}

/** Keeps the values that were used last, as long as their sizes add up to `most` or less. */
export function keepRecent<Value>(most: number): Recent<Value> {
  const kept = new Map<string, { readonly value: Value; readonly size: number }>();
  let size = 0;
  const drop = (key: string): void => {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value, taken) {
      drop(key);
      if (taken > most / 2) return;
      kept.set(key, { value, size: taken });
      size += taken;
      for (const oldest of kept.keys()) {
        if (size <= most) break;
        drop(oldest);
      }
    },
  };
}
