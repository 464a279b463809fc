import type { JobName, JobPayloads } from '../../common/jobs/catalogue.ts';
import type { DueWork } from './chore.ts';
import type { WorkerContext } from './context.ts';

export interface JobFailure {
  readonly detail: string;
  /** The time of the first failure, which identifies this series of failures. */
  readonly since: Date;
}

/** held: until its owner resumes or changes it · later: after a minute to an hour · ended: no work is left */
export type End = 'held' | 'later' | 'ended';

/** idle: no work, so earlier failures still count · more: its turn is over, and it continues at the end of its account's line */
export type RunEnd = void | 'idle' | 'more';

export interface Job<Name extends JobName> {
  readonly name: Name;
  /** The work as the beginning of a sentence for its owner: "… failed 3 times". */
  readonly doing: string;
  /** Reads, claims, does and records the work. After an error it is retried. */
  readonly run: (payload: JobPayloads[Name], worker: WorkerContext) => Promise<RunEnd>;
  /** Due work and work of lost rings. Absent: other chores of the sweep find it. */
  readonly due?: DueWork<JobPayloads[Name]>;
  /** Absent: the job can wait without loss, and only an operator can explain its failure. It is retried later. */
  readonly giveUp?: (payload: JobPayloads[Name], failure: JobFailure, worker: WorkerContext) => Promise<End>;
}

/** A job of the catalogue without a row, or a row without its job, does not compile. */
export type Jobs = { readonly [Name in JobName]: Job<Name> };

/** The default export of a file `<name>.ts` in the room of the job. */
export const defineJob = <Name extends JobName, Own extends Omit<Job<Name>, 'name'>>(
  name: Name,
  own: Own,
): Own & { readonly name: Name } => ({ name, ...own });
