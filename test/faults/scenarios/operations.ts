import type { Scenario } from '../support/scenario.ts';
import { bombs } from './bombs.ts';
import { bulkIds } from './bulk-ids.ts';
import { canaries } from './canaries.ts';
import { hostileValues } from './hostile-values.ts';
import { load } from './load.ts';
import { neighbours } from './neighbours.ts';
import { oneClick } from './one-click.ts';
import { optOuts } from './opt-outs.ts';
import { restoredBackup } from './restored-backup.ts';
import { soak } from './soak.ts';

/** Faults that users and operators cause, rather than crashes. */
export const operations: readonly Scenario[] = [
  optOuts,
  oneClick,
  bulkIds,
  bombs,
  neighbours,
  hostileValues,
  load,
  soak,
  restoredBackup,
  canaries,
];
