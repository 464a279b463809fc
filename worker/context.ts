import type { Config } from '../common/config.ts';
import type { JobName, JobPayloads } from '../common/jobs/catalogue.ts';
import type { Ring } from '../common/jobs/doorbell.ts';
import type { Logger } from '../common/log.ts';
import type { Renderer } from '../common/rendering/renderer.ts';
import type { Gate } from './delivery/gate.ts';
import type { Recorder } from './delivery/recorder.ts';
import type { Mailer } from './mailer.ts';
import type { Transport } from './transport/transport.ts';

/** What processors reach the rest of the system by. */
export interface WorkerContext {
  readonly config: Config;
  readonly log: Logger;
  readonly ring: Ring;
  /** Hands the mails of sends over. */
  readonly transport: Transport;
  /** Mails that this worker may have under way at once, over all sends. */
  readonly gate: Gate;
  /** Writes their outcomes, of all sends together. */
  readonly recorder: Recorder;
  /** Makes mails of designs, and compiles the large ones. */
  readonly renderer: Renderer;
  /** Sends the service's own mails. */
  readonly mailer: Mailer;
  /** Aborted once this worker is told to stop: start nothing more, finish what is in flight, release the rest. */
  readonly stopping: AbortSignal;
  /** Aborted when what is in flight has had its time to end: what a mail server still keeps waiting is broken off. */
  readonly hurry: AbortSignal;
}

/**
 * What does a job. It reads afresh, claims, does and records; whatever it throws is tried again, until it has failed often
 * enough (`worker/failures`). `idle`: it found nothing to do, which says nothing of failures before.
 */
export type Processor<Name extends JobName> = (
  payload: JobPayloads[Name],
  worker: WorkerContext,
) => Promise<void | 'idle'>;
