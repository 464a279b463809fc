import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ReportSource } from '../metrics.ts';
import type { ReportedEvent } from '../receiver.ts';

export interface HookRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The events to write before the answer, or the fault of the request: not the provider's (`signature`), or of unknown form. */
export type HookReading = { readonly events: readonly ReportedEvent[] } | HookRefusal;

export interface HookRefusal {
  readonly refused: 'signature' | 'form';
  readonly because: string;
}

export interface Hook {
  readonly source: ReportSource;
  /** Rejects while a store is away, and with `FetchFailure` if the provider's own servers do not answer. */
  read(request: HookRequest): Promise<HookReading>;
}

export const refused = (because: string): HookRefusal => ({ refused: 'signature', because });
export const malformed = (because: string): HookRefusal => ({ refused: 'form', because });

/** A header that must occur once; null if it does not, or is longer than any signature. */
export function header({ headers }: HookRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value.length <= 4096 ? value : null;
}

const digest = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

/** Whether two secrets are equal, in a time that reveals nothing, not even their lengths. */
export const sameText = (one: string | Buffer, other: string | Buffer): boolean =>
  timingSafeEqual(digest(one), digest(other));
