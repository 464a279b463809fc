import { LRUCache } from 'lru-cache';

/**
 * Keeps the most recently used values while their sizes add up to at most `most`. A value larger than half of it is not kept, nor one
 * unused for `unusedMs`.
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
