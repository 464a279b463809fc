import type { Verdict } from './reply-classes.ts';

/** The part of a report that is about one address. */
export interface AddressReport extends Verdict {
  readonly recipient: string | null;
  readonly reply: string;
}

/** Our token proves the delivery, whatever address the report names: forwarders name another one, and providers hide it. */
export interface MailEvent extends AddressReport {
  readonly kind: 'bounced' | 'deferred' | 'complained' | 'unsubscribed';
  /** Null if a token of an older version names the mail. */
  readonly account: number | null;
  readonly delivery: number;
  /** The contact that an address to unsubscribe names, if its token does. */
  readonly contact?: number;
  /** The attempt in the report, or null. A bounce of an earlier attempt changes nothing. */
  readonly attempt: number | null;
  /** The report's parts about further addresses. The part about the delivery's recipient counts, otherwise the first. */
  readonly others?: readonly AddressReport[];
}

/** foreign: no token names a delivery of ours · ignored: it is about an earlier attempt, or changes nothing. */
export type EventResult = 'applied' | 'repeated' | 'foreign' | 'ignored';
