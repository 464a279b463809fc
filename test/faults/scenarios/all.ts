import type { Scenario } from '../support/scenario.ts';
import { badSmtp } from './bad-smtp.ts';
import { enrollmentKills } from './enrollment-kills.ts';
import { afterClaim, afterDot, afterRcpt, afterReply, afterReplyHold } from './failpoints.ts';
import { fairness } from './fairness.ts';
import { freezeKills } from './freeze-kills.ts';
import { importMongodKills, importWorkerKills } from './imports.ts';
import { mongodKills, stepDowns } from './mongod-away.ts';
import { operations } from './operations.ts';
import { primaryHangs, primaryKills } from './primary-lost.ts';
import { redisAway } from './redis-away.ts';
import { redisCluster, redisFailover } from './redis-failover.ts';
import { redisFlushed } from './redis-flushed.ts';
import { refreshKills } from './refresh-kills.ts';
import { rollingStops } from './rolling-stops.ts';
import { schedules } from './schedules.ts';
import { workerKillsHold, workerKillsResend } from './worker-kills.ts';

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
  primaryKills,
  primaryHangs,
  badSmtp,
  rollingStops,
  schedules,
  importMongodKills,
  importWorkerKills,
  refreshKills,
  enrollmentKills,
  redisAway,
  redisFailover,
  redisCluster,
  fairness,
  ...operations,
];
