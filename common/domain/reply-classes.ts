/**
 * Classes of a reply, a delivery status or a provider's event (docs/replies.md).
 * gone: no such mailbox or domain · inactive: disabled, closed, moved · full: over quota · later: greylisted, busy · slow: too much, too
 * fast · policy: spam, block list, reputation · auth: SPF, DKIM, DMARC, alignment, TLS demanded · content, size: this message · relay: our
 * own server or its configuration · unknown: none of these.
 */
export const REPLY_CLASSES = Object.freeze([
  'gone',
  'inactive',
  'full',
  'later',
  'slow',
  'policy',
  'auth',
  'content',
  'size',
  'relay',
  'unknown',
] as const);
export type ReplyClass = (typeof REPLY_CLASSES)[number];

const set = (...classes: ReplyClass[]): ReadonlySet<ReplyClass> => new Set(classes);

/** The address gets no more mail, and its mails are not retried, even after a 4xx. */
export const GONE: ReadonlySet<ReplyClass> = set('gone', 'inactive');
/** Retried, even after a 5xx: it passes by itself, or once a person has corrected our configuration. */
export const PASSING: ReadonlySet<ReplyClass> = set('later', 'slow', 'relay');
/** A domain refuses us, not the recipient: it is parked when it refuses most mails so (docs/rules.md 9.14). */
export const OF_US: ReadonlySet<ReplyClass> = set('policy', 'auth');
/** Ten such replies in a row stop a send: every other mail would be refused too. */
export const OF_ALL: ReadonlySet<ReplyClass> = set('relay', 'content', 'size');
/** An operator can correct it: a mail of the service itself is retried. */
export const OURS: ReadonlySet<ReplyClass> = set('policy', 'auth', 'relay', 'size');

export interface Verdict {
  readonly class: ReplyClass;
  readonly rule: string;
}
