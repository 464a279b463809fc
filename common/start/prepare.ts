import { heldByRestore } from '../backup/report.ts';
import type { Config } from '../config.ts';
import { createIndexes, dropChangedIndexes } from '../indexes.ts';
import type { Logger } from '../log.ts';
import { SCHEMA_VERSION } from '../migrations/list.ts';
import { migrate, refuseUnusable } from '../migrations/migrate.ts';
import { readStoreState } from '../migrations/store-state.ts';
import { sendingStop } from '../quotas/sending.ts';
import { closedDataKeys } from '../secrets/data-keys.ts';
import { noteSigningKeys } from '../secrets/signing-keys.ts';
import {
  checkClock,
  checkEviction,
  checkHeld,
  checkIndexes,
  checkPublicUrl,
  checkRedis,
  checkReplicaSet,
  checkSecrets,
  checkStopped,
  type Finding,
} from './findings.ts';
import { lookAtRedis, lookAtStore, missingIndexes } from './look.ts';
import { StartRefused } from './refusal.ts';

/**
 * Looks at what a process stands on before it serves or works: logs a warning for what it can live with, throws
 * {@link StartRefused} with all that it can't. On a MongoDB that is connected already; Redis may be away.
 */
export async function prepareStart(
  config: Config,
  log: Logger,
  clock: () => number = Date.now,
): Promise<void> {
  const [store, redis] = await Promise.all([lookAtStore(clock), lookAtRedis(config.redisUrl)]);
  report(
    [
      checkReplicaSet(store),
      checkClock(store.skewMs),
      checkRedis(redis.problem),
      checkEviction(redis.policy),
      checkPublicUrl(config.publicUrl, config.production),
    ],
    log,
  );
  await prepareSchema(config, log);
  const { restored } = await readStoreState();
  const held = restored ? await heldByRestore() : [];
  const [missing, closed] = await Promise.all([noteSigningKeys(config), closedDataKeys(config)]);
  report(
    [
      checkIndexes(await missingIndexes()),
      checkHeld(held.length),
      checkSecrets(missing, closed),
      checkStopped(await sendingStop()),
    ],
    log,
  );
  try {
    await createIndexes();
  } catch (error) {
    throw new StartRefused(
      `An index can not be made: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** In production a release migrates before new code starts, while the old one still runs: nothing else does. */
async function prepareSchema(config: Config, log: Logger): Promise<void> {
  if (!config.production) {
    await migrate(log);
    return dropChangedIndexes();
  }
  const state = await readStoreState();
  refuseUnusable(state, SCHEMA_VERSION);
  if (state.schema_version < SCHEMA_VERSION) {
    throw new StartRefused(
      `The store is at version ${state.schema_version}, and this program wants ${SCHEMA_VERSION}: ` +
        'run `npm run indexes` before new code starts.',
    );
  }
}

function report(found: readonly (Finding | null)[], log: Logger): void {
  const findings = found.filter((finding) => finding !== null);
  for (const { fatal, words } of findings) if (!fatal) log.warn(words);
  const fatal = findings.filter((finding) => finding.fatal);
  if (fatal.length > 0) throw new StartRefused(fatal.map(({ words }) => words).join('\n'));
}
