/**
 * Classes of a reply, a delivery status or a provider's event: by who must act before this mail can arrive (docs/replies.md). Labels of
 * replies follow this text; where two classes fit the words, both are right. A lookup that failed may have found nothing: for good, that of
 * a recipient is `later` and `gone`; for now, that of our name `later` and `auth`. A recipient refused without a cause is `gone`, `policy` or
 * `unknown`; a temporary reply without one `later`. In a report, words of `relay` are `policy` too, of the order of commands `unknown`.
 * - gone: there is no such mailbox or domain, or the address has no valid form; no act helps.
 * - inactive: the mailbox is known, but disabled, closed, expired or moved; no act helps.
 * - full: the owner of this mailbox, which has no room.
 * - later: time alone: greylisting, a busy or broken server, no disk, a failed lookup or connection, "user unknown" for now.
 * - slow: we, by fewer mails, recipients, connections or errors in the same time.
 * - policy: who refuses us or this mail by choice: spam, block lists, reputation, what a recipient permits, our name at HELO.
 * - auth: we, by proving who sends: SPF, DKIM, DMARC, reverse DNS, our domain in DNS, TLS that they demand.
 * - content: the author: form, links, attachments or a virus of this message.
 * - size: the author: this message is too large.
 * - relay: the operator of our own server, in its dialogue: login, relaying, a sender that is not ours, the order of commands.
 * - unknown: no cause is said, or none of these: loops, programs of the recipient.
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
/** Of a `gone` or `inactive` that is likely by the words of the reply, but not sure. */
export const UNSURE_RULE = 'learnt-unsure';
/**
 * A `gone` or `inactive` by one of these rules is unsure: it makes the address only suspected, until a later mailing confirms it. The others
 * are of a code alone: the text may say something else.
 */
export const SUSPECTING_RULES: ReadonlySet<string> = new Set([
  'code-gone',
  'code-disabled-mailbox',
  UNSURE_RULE,
]);
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
