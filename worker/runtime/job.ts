import type { JobName, JobPayloads } from '../../common/jobs/catalogue.ts';
import type { DueWork } from './chore.ts';
import type { WorkerContext } from './context.ts';

/** Why a job is given up. */
export interface JobFailure {
  /** The reason as a text that its owner may read. */
  readonly detail: string;
  /** When it first failed. It identifies this series of failures. */
  readonly since: Date;
}

/**
 * What happens with a job that is given up. `held`: it waits until its owner resumes, changes or deletes its subject. `later`: it
 * is tried again after waits of a minute to an hour. `ended`: nothing is left to do.
 */
export type End = 'held' | 'later' | 'ended';

/** How a worker does a job. */
export interface Job<Name extends JobName> {
  readonly name: Name;
  /** What it does, as the beginning of a sentence for its owner: "… failed 3 times". */
  readonly doing: string;
  /**
   * Reads the documents, claims the work, does it and records it. When it throws, it is tried again, until it has failed often
   * enough (`worker/runtime/failures`). `idle`: it found nothing to do, so that failures before still count.
   */
  readonly run: (payload: JobPayloads[Name], worker: WorkerContext) => Promise<void | 'idle'>;
  /** What is due for it, or was left by a ring that was lost. Absent: other chores of the sweep find it. */
  readonly due?: DueWork<JobPayloads[Name]>;
  /** What happens when it has failed often enough. */
  readonly giveUp: (payload: JobPayloads[Name], failure: JobFailure, worker: WorkerContext) => Promise<End>;
}

/** How each job of the catalogue is done. A job without a row there, or a row without its job here, does not compile. */
export type Jobs = { readonly [Name in JobName]: Job<Name> };

/** The default export of a file `<name>.ts` in the room of the job. */
export const defineJob = <Name extends JobName, Own extends Omit<Job<Name>, 'name'>>(
  name: Name,
  own: Own,
): Own & { readonly name: Name } => ({ name, ...own });

/** The `giveUp` of a job that can wait without loss, and whose failure only an operator can explain. */
export const giveUpLater = async (): Promise<End> => 'later';
