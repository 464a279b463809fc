import type { Verdict } from './reply-classes.ts';

/** What a report says of one address. */
export interface SaidOfAddress extends Verdict {
  /** The address that the report names; null where it names none. */
  readonly recipient: string | null;
  /** What the server or provider said, on one line. */
  readonly reply: string;
}

/**
 * What was reported about a mail after its server took it. A token of ours proves the delivery, whatever address the report names:
 * forwarders name another one, and providers hide it.
 */
export interface MailEvent extends SaidOfAddress {
  readonly kind: 'bounced' | 'deferred' | 'complained' | 'unsubscribed';
  readonly delivery: number;
  /** The attempt that it tells of; null where the report does not say. A bounce of an earlier attempt changes nothing. */
  readonly attempt: number | null;
  /** What the same report says of further addresses. That of the delivery's recipient counts, else the first. */
  readonly others?: readonly SaidOfAddress[];
}

/**
 * applied: it changed something · repeated: it was known · foreign: no token of the report names a delivery of ours · ignored: it is of an
 * earlier attempt, or changes nothing.
 */
export type EventResult = 'applied' | 'repeated' | 'foreign' | 'ignored';
