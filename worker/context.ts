import type { Config } from '../common/config.ts';
import type { Ring } from '../common/jobs/doorbell.ts';
import type { Logger } from '../common/log.ts';
import type { Renderer } from '../common/rendering/renderer.ts';
import type { NewSends } from './audience/new-sends.ts';
import type { Tails } from './delivery/tails.ts';
import type { MailKeys } from './dkim/mail-keys.ts';
import type { Recorder } from './ledger/recorder.ts';
import type { Mailer } from './mailer.ts';
import type { Starts } from './starts.ts';
import type { FairSemaphore } from './transport/fair-semaphore.ts';
import type { Transport } from './transport/transport.ts';
import type { Way } from './way.ts';

/** The parts of the worker that jobs use. */
export interface WorkerContext {
  readonly config: Config;
  readonly log: Logger;
  readonly ring: Ring;
  /** Hands the mails of sends over. */
  readonly transport: Transport;
  /** The keys that sign mails of sends. */
  readonly mailKeys: MailKeys;
  /** Its mails go before others that wait for a connection: those of single messages. */
  readonly urgent?: true;
  /** Limits the mails of all sends that this worker hands over in parallel. */
  readonly semaphore: FairSemaphore;
  /** The sends that are being started, to which mails of others give way. */
  readonly starts: Starts;
  /** The sends that any worker has just begun, to which walks of large audiences give way. */
  readonly newSends: NewSends;
  /** Where mails of campaigns give way to single messages. */
  readonly way: Way;
  /** Writes the outcomes of mails, those of all sends together. */
  readonly recorder: Recorder;
  /** The slices whose last mails take long. */
  readonly tails: Tails;
  /** Renders designs, and compiles large mails. */
  readonly renderer: Renderer;
  /** Sends the service's own mails. */
  readonly mailer: Mailer;
  /** Aborted when this worker is told to stop: jobs then begin nothing, finish the mails under way, and release the rest. */
  readonly stopping: AbortSignal;
  /** Aborted when the time to finish is over: mails that still wait for a mail server are broken off. */
  readonly hurry: AbortSignal;
}
