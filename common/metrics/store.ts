import { createClient } from '../mongo.ts';
import { patiently } from '../patience.ts';

/** Watches the store on a connection that nothing else uses: a program at its limit is ready all the same. */
export interface StoreWatch {
  /** What keeps MongoDB from taking writes, in words; null where nothing does. */
  problem(): Promise<string | null>;
  close(): Promise<void>;
}

/** Opens the connection at once, or begins to. Those who ask at the same time share a question. */
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
