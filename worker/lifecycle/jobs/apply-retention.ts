import { defineJob } from '../../runtime/job.ts';
import { beginTurn } from '../../runtime/turn.ts';
import { applyRetention } from '../retention/apply.ts';

/** The sweep rings once an hour. */
export default defineJob('apply-retention', {
  doing: 'Deleting what was kept long enough',
  run: async (_, worker) =>
    (await applyRetention(worker, beginTurn('apply-retention', worker))) ? undefined : 'more',
});
