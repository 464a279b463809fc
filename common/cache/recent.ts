import { LRUCache } from 'lru-cache';

/** The sizes of the most recently used values add up to at most `most`. A value larger than half of it is not kept. */
export const keepRecent = <Value extends object | string>(
  most: number,
  unusedMs?: number,
): LRUCache<string, Value> =>
  new LRUCache<string, Value>({
    maxSize: most,
    maxEntrySize: most / 2,
    ...(unusedMs !== undefined && { ttl: unusedMs, updateAgeOnGet: true }),
  });
