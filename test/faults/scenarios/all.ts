import type { Scenario } from '../support/scenario.ts';
import { badSmtp } from './bad-smtp.ts';
import { brokenJobs } from './broken-jobs.ts';
import { brokenSends } from './broken-sends.ts';
import { clockJumps } from './clock-jumps.ts';
import { diskFull } from './disk-full.ts';
import { workerDeaths } from './failpoints.ts';
import { fairness } from './fairness.ts';
import { messageFairness } from './message-fairness.ts';
import { messageKills } from './message-kills.ts';
import { operations } from './operations.ts';
import { poorNetwork } from './poor-network.ts';
import { redisCluster, redisFailover, redisFailoverLate } from './redis-failover.ts';
import { redisTroubles } from './redis-troubles.ts';
import { returnedMails } from './returned-mails.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';
import { schedules } from './schedules.ts';
import { slowDomains } from './slow-domains.ts';
import { threeMembers } from './three-members.ts';
import { troubledRecipients } from './trouble-recipients.ts';

/** All of them, in the order of the table. */
export const scenarios: readonly Scenario[] = [
  ...brokenSends,
  ...workerDeaths,
  ...threeMembers,
  diskFull,
  ...poorNetwork,
  badSmtp,
  returnedMails,
  rollingUpgrade,
  schedules,
  messageKills,
  clockJumps,
  ...brokenJobs,
  ...redisTroubles,
  redisFailover,
  redisFailoverLate,
  redisCluster,
  fairness,
  messageFairness,
  ...slowDomains,
  ...troubledRecipients,
  ...operations,
];
