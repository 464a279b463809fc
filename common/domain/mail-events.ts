import type { Verdict } from './reply-classes.ts';

/** The part of a report that is about one address. */
export interface AddressReport extends Verdict {
  /** The address that the report names; null where it names none. */
  readonly recipient: string | null;
  /** The words of the server or provider, on one line. */
  readonly reply: string;
}

/**
 * A report about a mail after its server took it. A token of ours proves the delivery, whatever address the report names:
 * forwarders name another one, and providers hide it.
 */
export interface MailEvent extends AddressReport {
  readonly kind: 'bounced' | 'deferred' | 'complained' | 'unsubscribed';
  readonly delivery: number;
  /** The attempt that it tells of; null where the report does not say. A bounce of an earlier attempt changes nothing. */
  readonly attempt: number | null;
  /** The parts of the same report about further addresses. The part about the delivery's recipient counts, else the first. */
  readonly others?: readonly AddressReport[];
}

/**
 * applied: it changed something · repeated: it was known · foreign: no token of the report names a delivery of ours · ignored: it is of an
 * earlier attempt, or changes nothing.
 */
export type EventResult = 'applied' | 'repeated' | 'foreign' | 'ignored';
