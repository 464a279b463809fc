import type { Scenario } from '../support/scenario.ts';
import { badSmtp } from './bad-smtp.ts';
import { clockJumps } from './clock-jumps.ts';
import { diskFull } from './disk-full.ts';
import { enrollmentKills } from './enrollment-kills.ts';
import { afterClaim, afterDot, afterRcpt, afterReply, afterReplyHold } from './failpoints.ts';
import { fairness } from './fairness.ts';
import { freezeKills } from './freeze-kills.ts';
import { importMongodKills, importWorkerKills } from './imports.ts';
import { mongodKills, stepDowns } from './mongod-away.ts';
import { operations } from './operations.ts';
import { lossAndDelay, oneWayCuts } from './poor-network.ts';
import { redisCluster, redisFailover, redisFailoverLate } from './redis-failover.ts';
import { redisFlushed } from './redis-flushed.ts';
import { redisTroubles } from './redis-troubles.ts';
import { refreshKills } from './refresh-kills.ts';
import { rollingStops } from './rolling-stops.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';
import { schedules } from './schedules.ts';
import { threeMembers } from './three-members.ts';
import { workerKillsHold, workerKillsResend } from './worker-kills.ts';
import { workerStops } from './worker-stops.ts';

/** All of them, in the order of the table. */
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
  ...threeMembers,
  diskFull,
  oneWayCuts,
  lossAndDelay,
  badSmtp,
  rollingStops,
  rollingUpgrade,
  workerStops,
  schedules,
  clockJumps,
  importMongodKills,
  importWorkerKills,
  refreshKills,
  enrollmentKills,
  ...redisTroubles,
  redisFailover,
  redisFailoverLate,
  redisCluster,
  fairness,
  ...operations,
];
