import type { PipelinePosition } from '../pace/line.ts';
import type { Fault, Handover, OutgoingMail } from './outcome.ts';

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
  /** The name in EHLO; null: the library's. */
  readonly greeting?: string | null;
  /** Number of live workers, which share what a provider allows. */
  readonly workers: () => number;
}

/** Makes the server of a URL. It connects when the first mail comes. */
export type OpenMailServer = (url: string, options: MailServerOptions) => MailServer;

/** The properties of a transport. Code decides by these values, never by the name of a provider. */
export interface Traits {
  readonly batch: number;
  /** Requests a second that the provider takes from all workers, unless a setting overrides it; 0: not limited. */
  readonly rate: number;
  /** Otherwise the provider changes signed fields, which would break our signature; it signs itself. */
  readonly keepsSignature: boolean;
}

/** SMTP hands a mail over as it is, one at a time. */
export const SMTP_TRAITS: Traits = Object.freeze({
  batch: 1,
  rate: 0,
  keepsSignature: true,
});
