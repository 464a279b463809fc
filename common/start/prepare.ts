import { heldByRestore } from '../backup/report.ts';
import { askAll, type CheckResult, problemsOf } from '../config/check-row.ts';
import { commandLine } from '../config/command-line.ts';
import { StartRefusal } from '../config/start-refusal.ts';
import { type Config, lookAtSettings } from '../config.ts';
import type { Logger } from '../log.ts';
import {
  createIndexes,
  dropChangedIndexes,
  dropReplacedIndexes,
  type FoundIndexes,
  findIndexes,
  missingIndexes,
} from '../migrations/indexes.ts';
import { SCHEMA_VERSION } from '../migrations/list.ts';
import { migrate, refuseUnusable } from '../migrations/migrate.ts';
import { readStoreState } from '../migrations/store-state.ts';
import { sendingStop } from '../quotas/sending.ts';
import { useOwnRules } from '../replies/classify.ts';
import { readOwnRules } from '../replies/own-rules.ts';
import { noteSigningKeys } from '../secrets/signing-keys.ts';
import { lookAtRedis, lookAtStore } from './look.ts';
import { isComplete, lookAtSecrets } from './secrets.ts';
import { SCHEMA_CHECKS, START_CHECKS } from './start-checks.ts';

/**
 * Checks everything a process depends on before it serves or works. Logs a warning for tolerable problems; throws {@link
 * StartRefusal} with a list of all others. MongoDB must be connected; Redis may be away.
 */
export async function prepareStart(
  config: Config,
  log: Logger,
  clock: () => number = Date.now,
): Promise<void> {
  // The form of settings was checked when they were read, which refuses a start before it can log.
  report(
    lookAtSettings(process.env).checks.filter(({ row }) => row.finding === 'warn'),
    log,
  );
  const [store, redis, secrets] = await Promise.all([
    lookAtStore(clock),
    lookAtRedis(config.redisUrl),
    lookAtSecrets(config),
  ]);
  report(askAll(START_CHECKS, { config, store, redis, secrets }), log);
  const indexes = await prepareSchema(config, log);
  const { restored } = await readStoreState();
  const held = restored ? (await heldByRestore()).length : 0;
  // With accepted missing keys, the configured secrets may be the wrong ones.
  if (isComplete(secrets)) await noteSigningKeys(config);
  const missing = missingIndexes(indexes);
  report(askAll(SCHEMA_CHECKS, { missing, held, stop: await sendingStop() }), log);
  try {
    await createIndexes(indexes, log);
    if (!config.production) await dropReplacedIndexes(indexes);
  } catch (error) {
    throw new StartRefusal(
      `An index cannot be created: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** In production only a release migrates, while the old code still runs. Returns the indexes that exist afterwards. */
async function prepareSchema(config: Config, log: Logger): Promise<FoundIndexes> {
  if (!config.production) {
    useOwnRules(readOwnRules(config.replyRulesFile));
    await migrate(log);
    return dropChangedIndexes();
  }
  const state = await readStoreState();
  refuseUnusable(state, SCHEMA_VERSION);
  if (state.schema_version < SCHEMA_VERSION) {
    throw new StartRefusal(
      `The store has schema version ${state.schema_version}; this program needs ${SCHEMA_VERSION}. ` +
        `Run \`${commandLine('migrate')}\` before new code starts.`,
    );
  }
  return findIndexes();
}

function report(results: readonly CheckResult[], log: Logger): void {
  for (const problem of problemsOf(results, 'warn')) log.warn({ problem }, 'start-up check found a problem');
  const fatal = problemsOf(results, 'refuse');
  if (fatal.length > 0) throw new StartRefusal(fatal.join('\n'));
}
