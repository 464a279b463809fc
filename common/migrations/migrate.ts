import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { StoreState, type StoreStateDocument } from '../models/store-states.ts';
import { rows } from '../mongo.ts';
import { StartRefused } from '../start/refusal.ts';
import { type StoreLease, takeStoreLease } from './lease.ts';
import { MIGRATIONS, type Migration } from './list.ts';
import { readStoreState } from './store-state.ts';

const LOOK_MS = 500;

const newest = (list: readonly Migration[]): number => list.at(-1)?.version ?? 0;

/**
 * Brings the store to this program's version, one migration after the other, on from where the last try left off. One
 * process does so at a time, under a lease; the others wait until it is done. Throws {@link StartRefused} where the
 * store is newer than the program.
 */
export async function migrate(log: Logger, list: readonly Migration[] = MIGRATIONS): Promise<void> {
  for (;;) {
    const state = await readStoreState(newest(list));
    refuseUnusable(state, newest(list));
    if (state.schema_version === newest(list)) return;
    const lease = await takeStoreLease();
    if (!lease) {
      await delay(LOOK_MS);
      continue;
    }
    try {
      for (const migration of list) await apply(migration, lease, log);
    } finally {
      await lease.release();
    }
  }
}

/** Throws where nothing may run: the store is newer than the program, or half restored. */
export function refuseUnusable(
  { schema_version: version, restoring }: StoreStateDocument,
  own: number,
): void {
  if (restoring) {
    throw new StartRefused(
      'A backup was being restored into this store, and that never came to its end: nothing may run on it.\n' +
        'Run `npm run restore -- FILE --replace` once more.',
    );
  }
  if (version > own) {
    throw new StartRefused(
      `This program is older than its store: it knows version ${own}, and the store is at ${version}.\n` +
        'Start the release that the store was migrated for, or a newer one; there is no way back but a backup.',
    );
  }
}

async function apply({ version, title, run }: Migration, lease: StoreLease, log: Logger): Promise<void> {
  const ours = { _id: 'store', lease_token: lease.token } as const;
  const state = await rows(StoreState).findOne(ours);
  if (!state) throw new Error('another has taken the migration over');
  if (state.schema_version >= version) return;
  const after = state.migrating?.version === version ? state.migrating.after : null;
  log.info({ version, title, after }, 'migration begins');
  const write = async (change: Partial<StoreStateDocument>): Promise<void> => {
    const { matchedCount } = await rows(StoreState).updateOne(ours, { $set: change });
    if (matchedCount === 0) throw new Error('another has taken the migration over');
  };
  await run({ after, checkpoint: (place) => write({ migrating: { version, after: place } }) });
  await write({ schema_version: version, migrating: null });
  log.info({ version, title }, 'migration done');
}
