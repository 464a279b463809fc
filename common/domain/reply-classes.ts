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

/** A class, and the name of the rule that gave it. */
export interface Verdict {
  readonly class: ReplyClass;
  readonly rule: string;
}
