import type { PipelinePosition } from '../pace/line.ts';
import type { Fault, Handover, OutgoingMail } from './outcome.ts';
import type { Traits } from './traits.ts';

/** `fail-over.ts` adds the choice of the server, cool-down and pace; `schemes.ts` has a row for each transport. */
export interface MailServer {
  /** For logs, error texts and the shared pace: the same in each worker, and without the login. */
  readonly name: string;
  readonly traits: Traits;
  readonly atOnce: number;
  /** Hands a mail over when there is room. `position`: which mails may wait behind it. Does not reject. */
  deliver(mail: OutgoingMail, signal?: AbortSignal, position?: PipelinePosition): Promise<Handover>;
  /** Returns the mails that still wait for room as `lost`, so that another server can take them. */
  giveBack(fault: Fault, reason: string): void;
  /** Closes idle connections now, and the others when their mail has its result. */
  close(): Promise<void>;
}

export interface MailServerOptions {
  readonly connections: number;
  readonly timeoutMs: number;
  /** Number of live workers, which share what a provider allows. */
  readonly workers: () => number;
}

/** Makes the server of a URL. It connects when the first mail comes. */
export type OpenMailServer = (url: string, options: MailServerOptions) => MailServer;
