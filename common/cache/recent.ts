/** Values that were used last. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  /** `size` in the caller's own unit. What takes more than half of the room is not kept. */
  set(key: string, value: Value, size: number): void;
}

interface Kept<Value> {
  readonly value: Value;
  readonly size: number;
  /** When it was used last, by `performance.now()`. */
  readonly used: number;
}

/**
 * Keeps the values that were used last, as long as their sizes add up to `most` or less. What was not used for `unusedMs` is
 * dropped when a value is added.
 */
export function keepRecent<Value>(most: number, unusedMs = Number.POSITIVE_INFINITY): Recent<Value> {
  /** In the order of their last use. */
  const kept = new Map<string, Kept<Value>>();
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
      kept.set(key, { ...found, used: performance.now() });
      return found.value;
    },
    set(key, value, taken) {
      drop(key);
      if (taken > most / 2) return;
      const now = performance.now();
      kept.set(key, { value, size: taken, used: now });
      size += taken;
      for (const [oldest, { used }] of kept) {
        if (size <= most && now - used <= unusedMs) break;
        drop(oldest);
      }
    },
  };
}
