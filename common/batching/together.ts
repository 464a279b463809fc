import { coalesce } from './coalesce.ts';

/**
 * Finds records for many callers in few questions: who asks while a question is under way is part of the next one. `find`
 * answers the records that exist, by their keys. When it fails, it fails for all who asked. `lateMs`: a question that takes longer (its
 * connection may be dead) holds up no one who asks later.
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
