import type { IncomingHttpHeaders } from 'node:http';
import type { ReportSource } from '../metrics.ts';
import type { ReportedEvent } from '../receiver.ts';

/** A request of a provider, as it came. */
export interface HookRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * What a request says: the events that are to be written before it is answered, none where it says nothing that matters. `refused`
 * says what is wrong with it: it is not the provider's, or not of a known form.
 */
export type HookReading = { readonly events: readonly ReportedEvent[] } | HookRefusal;

export interface HookRefusal {
  readonly refused: 'signature' | 'form';
  readonly because: string;
}

/** A provider's events. */
export interface Hook {
  readonly source: ReportSource;
  /** Rejects while a store that it needs is away, and as `FetchFailure` where the provider's own servers do not answer. */
  read(request: HookRequest): Promise<HookReading>;
}

export const refused = (because: string): HookRefusal => ({ refused: 'signature', because });
export const malformed = (because: string): HookRefusal => ({ refused: 'form', because });

/** A header that must stand once; null where it does not, or is longer than any signature. */
export function header({ headers }: HookRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value.length <= 4096 ? value : null;
}
