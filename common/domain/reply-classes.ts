/**
 * What a reply, a delivery status or a provider's event says about a mail (docs/replies.md).
 * gone: no such mailbox or domain · inactive: disabled, closed, moved · full: over quota · later: greylisted, busy · slow: too much,
 * too fast · policy: spam, block list, reputation · auth: SPF, DKIM, DMARC, alignment, TLS demanded · content, size: this message ·
 * relay: our own server or its configuration · unknown: none of these.
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

/** The address gets nothing more, and its mails are not tried again, even if the reply was a 4xx. */
export const GONE: ReadonlySet<ReplyClass> = set('gone', 'inactive');
/** It passes by itself, or once a person has corrected our configuration: tried again, even if the reply was a 5xx. */
export const PASSING: ReadonlySet<ReplyClass> = set('later', 'slow', 'relay');
/** A domain refuses us, not the recipient: it is parked where it says so of most mails (docs/rules.md 9.14). */
export const OF_US: ReadonlySet<ReplyClass> = set('policy', 'auth');
/** Said ten times in a row, it stops a send: every other mail would be refused too. */
export const OF_ALL: ReadonlySet<ReplyClass> = set('relay', 'content', 'size');
/** An operator can correct it: a mail of the service itself is tried again. */
export const OURS: ReadonlySet<ReplyClass> = set('policy', 'auth', 'relay', 'size');

/** A class, and the name of the rule that gave it. */
export interface Verdict {
  readonly class: ReplyClass;
  readonly rule: string;
}
