import { setTimeout as delay } from 'node:timers/promises';
import { commandLine } from '../config/command-line.ts';
import { failpoint } from '../config/failpoints.ts';
import { StartRefusal } from '../config/start-refusal.ts';
import type { Logger } from '../log.ts';
import { StoreState, type StoreStateDocument } from '../models/store-states.ts';
import { releaseStoreLease, type StoreLease, takeStoreLease } from './lease.ts';
import { MIGRATIONS } from './list.ts';
import type { Migration } from './migration.ts';
import { readStoreState } from './store-state.ts';

const LOOK_MS = 500;

const newest = (list: readonly Migration[]): number => list.at(-1)?.version ?? 0;

/**
 * Runs all missing migrations, and resumes where the last attempt stopped. One process does this at a time under a lease; the
 * others wait for its end. Throws {@link StartRefusal} when the store is newer than the program.
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
      await releaseStoreLease(lease);
    }
  }
}

/** Throws when no program may run on the store: it is newer than this program, or a restore is incomplete. */
export function refuseUnusable(
  { schema_version: version, restoring }: StoreStateDocument,
  own: number,
): void {
  if (restoring) {
    throw new StartRefusal(
      'A restore of a backup into this store did not complete, so no program may use it.\n' +
        `Run \`${commandLine('restore FILE --replace')}\` again.`,
    );
  }
  if (version > own) {
    throw new StartRefusal(
      `This program is older than its store: it needs schema version ${own}, and the store has ${version}.\n` +
        'Start the release that migrated the store, or a newer one. Only a backup brings an older version back.',
    );
  }
}

async function apply({ version, title, run }: Migration, lease: StoreLease, log: Logger): Promise<void> {
  const state = await StoreState.findOne(lease.fence);
  if (!state) throw new Error('another process has taken over the migration');
  if (state.schema_version >= version) return;
  const after = state.migrating?.version === version ? state.migrating.after : null;
  log.info({ schema_version: version, title, after }, 'migration started');
  const write = async (change: Partial<StoreStateDocument>): Promise<void> => {
    if (!(await lease.write({ $set: change })))
      throw new Error('another process has taken over the migration');
    failpoint('upgrade-step', version);
  };
  const checkpoint = (place: unknown): Promise<void> => {
    failpoint('upgrade-changed', version);
    return write({ migrating: { version, after: place } });
  };
  await run({ after, checkpoint });
  await write({ schema_version: version, migrating: null });
  log.info({ schema_version: version, title }, 'migration completed');
}

/** Runs the migrations again that correct what earlier versions stored while they still ran. Each does so once; after a crash, from its start. */
export async function repeatMigrations(log?: Logger): Promise<void> {
  const { repeated = 0 } = await readStoreState();
  for (const { version, title, again, run } of MIGRATIONS) {
    if (!again || version <= repeated) continue;
    log?.info({ schema_version: version, title, after: null }, 'migration started');
    await run({ after: null, checkpoint: async () => {} });
    await StoreState.updateOne({ _id: 'store' }, { $set: { repeated: version } });
    log?.info({ schema_version: version, title }, 'migration completed');
  }
}
