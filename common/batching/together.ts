import { coalesce } from './coalesce.ts';

/**
 * Finds records for many callers in few queries: callers during a query join the next one. `find` returns the existing records by key; its
 * failure fails for all who asked. `lateMs`: a query that takes longer (its connection may be dead) does not delay later callers.
 */
export function together<Key, Found>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  lateMs?: number,
): (key: Key) => Promise<Found | null> {
  let asked = new Set<Key>();
  const ask = coalesce(
    () => null,
    () => {
      const keys = [...asked];
      asked = new Set();
      return find(keys);
    },
    lateMs,
  );
  return async (key) => {
    asked.add(key);
    return (await ask(null)).get(key) ?? null;
  };
}
