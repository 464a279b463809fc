import { runJobs } from '../support/faults-during-jobs.ts';
import { inTurn } from '../support/in-turn.ts';
import { enrollmentKills } from './enrollment-kills.ts';
import { freezeKills } from './freeze-kills.ts';
import { importMongodKills, importWorkerKills } from './imports.ts';
import { refreshKills } from './refresh-kills.ts';

const faults = [freezeKills, importMongodKills, importWorkerKills, refreshKills, enrollmentKills];

/** Faults in the middle of other jobs than sending. */
export const brokenJobs = inTurn(runJobs, faults, {
  name: 'broken-jobs',
  claim:
    'workers die while they freeze an audience, import, refresh a segment and enroll, and mongod in an import: all done, once each',
  faults,
});
