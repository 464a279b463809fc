import type { Verdict } from './reply-classes.ts';

/** The part of a report that is about one address. */
export interface AddressReport extends Verdict {
  /** The address in the report, or null. */
  readonly recipient: string | null;
  /** The words of the server or provider, on one line. */
  readonly reply: string;
}

/**
 * A report about a mail after its server took it. Our token proves the delivery, whatever address the report names: forwarders name another
 * one, and providers hide it.
 */
export interface MailEvent extends AddressReport {
  readonly kind: 'bounced' | 'deferred' | 'complained' | 'unsubscribed';
  readonly delivery: number;
  /** The attempt in the report, or null. A bounce of an earlier attempt changes nothing. */
  readonly attempt: number | null;
  /** The report's parts about further addresses. The part about the delivery's recipient counts, otherwise the first. */
  readonly others?: readonly AddressReport[];
}

/**
 * applied: it changed something · repeated: it was known · foreign: no token names a delivery of ours · ignored: it is about an earlier
 * attempt, or changes nothing.
 */
export type EventResult = 'applied' | 'repeated' | 'foreign' | 'ignored';
