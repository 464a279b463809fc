import type { Verdict } from './reply-classes.ts';

/** What was reported about a mail after its server took it. */
export interface MailEvent extends Verdict {
  readonly kind: 'bounced' | 'deferred' | 'complained' | 'unsubscribed';
  readonly delivery: number;
  /** The attempt that it tells of; null where the report does not say. A bounce of an earlier attempt changes nothing. */
  readonly attempt: number | null;
  /** The address that the report names; it must be the delivery's. Null: the report names none, and our own token proves the delivery. */
  readonly recipient: string | null;
  /** What the server or provider said, on one line. */
  readonly reply: string;
}

/**
 * applied: it changed something · repeated: it was known · foreign: there is no such delivery, or it is another recipient's · ignored:
 * it is of an earlier attempt, or changes nothing.
 */
export type EventResult = 'applied' | 'repeated' | 'foreign' | 'ignored';
