import type { IncomingHttpHeaders } from 'node:http';
import type { ReportSource } from '../metrics.ts';
import type { ReportedEvent } from '../receiver.ts';

export interface HookRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * The events of a request to write before its answer, or none. `refused`: the request is not the provider's, or has an unknown
 * form.
 */
export type HookReading = { readonly events: readonly ReportedEvent[] } | HookRefusal;

export interface HookRefusal {
  readonly refused: 'signature' | 'form';
  readonly because: string;
}

/** A provider's events. */
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
