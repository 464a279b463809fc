import { LRUCache } from 'lru-cache';

/**
 * Keeps the values that were used last, as long as the sizes that they are set with add up to `most` or less. A value that takes more
 * than half of it is not kept, nor one that was not used for `unusedMs`.
 */
export const keepRecent = <Value extends object | string>(
  most: number,
  unusedMs?: number,
): LRUCache<string, Value> =>
  new LRUCache<string, Value>({
    maxSize: most,
    maxEntrySize: most / 2,
    ...(unusedMs !== undefined && { ttl: unusedMs, updateAgeOnGet: true }),
  });
