import { retryJob } from '../../../common/changes/job-failures.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { type GivenUpCursor, givenUpJobs } from '../../../common/queries/given-up-jobs.ts';
import type { Service } from '../../http/endpoint.ts';
import { conflict } from '../../http/failures.ts';
import { refuse, text } from '../../http/inputs.ts';
import { inputs, required } from '../../http/typed-input.ts';
import { validate } from '../../http/validation.ts';
import { presentGivenUp } from '../../present/operator.ts';
import { limit, noRecord, noteOperatorAct, type OperatorCalls, PAGE } from './operators.ts';

const JOB_MAX = 200;

/** `<milliseconds> <id>`: `next_after` of the previous page. */
const after = text({ max: JOB_MAX + 20 }).custom(
  (value, helpers): GivenUpCursor | null | ReturnType<typeof refuse> => {
    if (value === '') return null;
    const [, at, id] = /^(\d{1,15}) (.+)$/s.exec(value) ?? [];
    return at && id
      ? { at: new Date(Number(at)), id }
      : refuse(helpers, texts.format, 'Write `next_after` of the page before.');
  },
);

const jobsInput = inputs({ limit, after });
const retryInput = inputs({ id: required(text({ max: JOB_MAX })) });

/** Jobs that failed for good. */
export const jobCalls = ({ config: { limits } }: Pick<Service, 'config'>): OperatorCalls => ({
  reads: {
    async jobs({ given }) {
      const asked = validate(jobsInput, given, limits);
      const size = asked.limit ?? PAGE;
      const found = await givenUpJobs(asked.after ?? null, size + 1);
      const shown = found.slice(0, size);
      const last = found.length > size ? shown.at(-1)! : null;
      return {
        message: { jobs: shown.map(presentGivenUp) },
        next_after: last && `${last.given_up_at!.getTime()} ${last._id}`,
      };
    },
  },
  changes: {
    async 'jobs/retry'({ ctx, operator, given }) {
      const { id } = validate(retryInput, given, limits);
      return async () => {
        const end = await retryJob(id);
        if (end === 'gone') throw noRecord();
        if (end === 'waits') throw conflict('The owner of the account must decide about this.');
        noteOperatorAct(ctx, operator, 'job_retried', { job: id });
        return { answer: { message: 'Tried Again Successfully' } };
      };
    },
  },
});
