import { operations } from './operations.ts';
import type { Scenario } from '../support/scenario.ts';
import { badSmtp } from './bad-smtp.ts';
import { enrollmentKills } from './enrollment-kills.ts';
import { importMongodKills, importWorkerKills } from './imports.ts';
import { refreshKills } from './refresh-kills.ts';
import { mongodKills, stepDowns } from './mongod-away.ts';
import { schedules } from './schedules.ts';
import { afterClaim, afterDot, afterRcpt, afterReply, afterReplyHold } from './failpoints.ts';
import { freezeKills } from './freeze-kills.ts';
import { redisFlushed } from './redis-flushed.ts';
import { rollingStops } from './rolling-stops.ts';
import { workerKillsHold, workerKillsResend } from './worker-kills.ts';

/** All of them, in the order in which they are run. */
export const scenarios: readonly Scenario[] = [
  workerKillsResend,
  workerKillsHold,
  afterClaim,
  afterRcpt,
  afterDot,
  afterReply,
  afterReplyHold,
  freezeKills,
  redisFlushed,
  mongodKills,
  stepDowns,
  badSmtp,
  rollingStops,
  schedules,
  importMongodKills,
  importWorkerKills,
  refreshKills,
  enrollmentKills,
  ...operations,
];
