import type { Scenario } from '../support/scenario.ts';
import { workerKillsHold, workerKillsResend } from './worker-kills.ts';

/** All of them, in the order in which they are run. */
export const scenarios: readonly Scenario[] = [workerKillsResend, workerKillsHold];
