import type { Config } from '../../common/config.ts';
import type { Logger } from '../../common/log.ts';

export interface WorkerBase {
  readonly config: Config;
  readonly log: Logger;
  /** Its mails precede others that wait for a connection: those of single messages. */
  readonly urgent?: true;
  /** Aborted when the worker is told to stop: jobs start no new work, finish the mails under way and release the rest. */
  readonly stopping: AbortSignal;
  /** Aborted when the time to finish is over: mails that still wait for a mail server are aborted. */
  readonly hurry: AbortSignal;
}

/** The parts of a worker by name. `worker/all-parts.ts` adds their names and types. */
export interface WorkerParts {}

export type WorkerContext = WorkerBase & WorkerParts;
