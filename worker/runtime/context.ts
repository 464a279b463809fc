import type { Config } from '../../common/config.ts';
import type { Logger } from '../../common/log.ts';

/** The settings, the log and the signals of a worker, of which its parts are made. */
export interface WorkerBase {
  readonly config: Config;
  readonly log: Logger;
  /** Its mails go before others that wait for a connection: those of single messages. */
  readonly urgent?: true;
  /** Aborted when this worker is told to stop: jobs then begin nothing, finish the mails under way, and release the rest. */
  readonly stopping: AbortSignal;
  /** Aborted when the time to finish is over: mails that still wait for a mail server are broken off. */
  readonly hurry: AbortSignal;
}

/** The parts of a worker by name. The file of each part adds its own name and type, and all-parts.ts lists it. */
export interface WorkerParts {}

/** The worker as jobs see it. */
export type WorkerContext = WorkerBase & WorkerParts;
