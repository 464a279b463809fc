import { createClient } from '../mongo/connection.ts';
import { patiently } from '../mongo/patience.ts';

/** Watches MongoDB on a separate connection, so that a program under full load still reports that it is ready. */
export interface StoreWatch {
  /** What prevents MongoDB from taking writes, as a text; null when nothing does. */
  problem(): Promise<string | null>;
  close(): Promise<void>;
}

/** Starts to open the connection at once. Callers at the same time share one query. */
export function watchStore(url: string): StoreWatch {
  const client = createClient(url, 1);
  let asking: Promise<string | null> | null = null;

  async function ask(): Promise<string | null> {
    try {
      const hello = await patiently(client.db('admin').command({ hello: 1 }));
      return hello['isWritablePrimary'] ? null : 'MongoDB takes no writes';
    } catch {
      return 'MongoDB is away';
    } finally {
      asking = null;
    }
  }

  const problem = (): Promise<string | null> => (asking ??= ask());
  void problem();
  return { problem, close: () => client.close() };
}
