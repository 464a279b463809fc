import { noteContactDays } from '../common/changes/contact-days.ts';
import { now } from '../common/clock.ts';
import { JOB_NAMES, JOBS, type JobName, type QueueName } from '../common/jobs/catalogue.ts';
import { JOB_PROCESSORS } from './all-jobs.ts';
import { AUTOMATION_CHORES } from './automations/chores.ts';
import { RETENTION_CHORES } from './lifecycle/retention/chores.ts';
import { NOTICE_CHORES } from './notices/chores.ts';
import { type Chore, seldom } from './runtime/chore.ts';
import type { Job } from './runtime/job.ts';
import { MAILING_CHORES } from './sending/delivery/chores.ts';
import { SINGLE_SEND_CHORES } from './sending/single-sends/chores.ts';

const noteDays = seldom(3600_000, {
  name: 'noteContactDays',
  run: ({ stopping }) => noteContactDays(null, () => stopping.aborted),
});

const PROMPT: ReadonlySet<QueueName> = new Set(['messages', 'links', 'webhooks', 'first-webhooks']);

const ringFor = <Name extends JobName>({ name, due }: Job<Name>): Chore[] =>
  due
    ? [
        {
          name,
          signs: due.signs,
          prompt: PROMPT.has(JOBS[name].queue),
          async run({ ring }) {
            for (const payload of await due.find(now())) await ring(name, payload);
          },
        },
      ]
    : [];

export const ALL_CHORES: readonly Chore[] = [
  ...SINGLE_SEND_CHORES,
  ...MAILING_CHORES,
  ...AUTOMATION_CHORES,
  ...NOTICE_CHORES,
  ...RETENTION_CHORES,
  noteDays,
  ...JOB_NAMES.flatMap((name) => ringFor(JOB_PROCESSORS[name] as Job<JobName>)),
];
