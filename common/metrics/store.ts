import type { MongoClient } from 'mongodb';
import { createClient } from '../store/connection.ts';
import { patiently } from '../store/patience.ts';

/** Watches MongoDB on a separate connection, so that a program under full load still reports that it is ready. */
export interface StoreWatch {
  /** Why MongoDB takes no writes; null: it does. */
  problem(): Promise<string | null>;
  close(): Promise<void>;
}

/** Milliseconds without a question after which the connection is closed. Platforms ask every ten seconds or more often. */
const IDLE_MS = 30_000;

/** Connects at the first question, also after a rest: an open connection costs CPU every second. Concurrent callers share a query. */
export function watchStore(url: string): StoreWatch {
  let client: MongoClient | undefined;
  let rest: NodeJS.Timeout | undefined;
  let asking: Promise<string | null> | null = null;

  async function close(): Promise<void> {
    clearTimeout(rest);
    const leaving = client;
    client = undefined;
    await leaving?.close();
  }

  async function ask(): Promise<string | null> {
    clearTimeout(rest);
    client ??= createClient(url, 1);
    try {
      const hello = await patiently(client.db('admin').command({ hello: 1 }));
      return hello['isWritablePrimary'] ? null : 'MongoDB has no writable primary';
    } catch {
      return 'MongoDB is away';
    } finally {
      asking = null;
      rest = setTimeout(() => void close().catch(() => {}), IDLE_MS);
      rest.unref();
    }
  }

  return { problem: () => (asking ??= ask()), close };
}
