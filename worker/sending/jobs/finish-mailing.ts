import type { JobPayloads } from '../../../common/jobs/catalogue.ts';
import { defineJob } from '../../runtime/job.ts';
import { endMailing } from '../delivery/end-mailing.ts';
import { giveUpMailing } from '../delivery/mailing-owner.ts';

export default defineJob('finish-mailing', {
  doing: 'Counting what was sent',
  run: ({ mailing }: Pick<JobPayloads['finish-mailing'], 'mailing'>, worker) => endMailing(mailing, worker),
  giveUp: giveUpMailing,
});
