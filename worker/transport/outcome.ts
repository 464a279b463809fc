/** One raw message for one recipient; `from` and `to` are envelope addresses (RFC 5321), not headers. */
export interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
  /**
   * The sender vouches for `raw`: its lines end in CRLF and none begins with a dot. Then nobody looks again, which
   * would cost 15 µs for 14 kB.
   */
  readonly inOrder?: boolean;
  readonly messageId: string;
}

/**
 * Why no server took a mail over. `login`, `tls` and `greeting` are wrong until somebody mends them; `connection` and
 * `slow_down` (421, or a 4xx before any mail was offered) pass by themselves; `aborted` is the caller's own wish.
 */
export type Fault = 'connection' | 'login' | 'tls' | 'greeting' | 'slow_down' | 'aborted';

/** A server's own words about one mail. `code` is its enhanced status (RFC 3463), such as `4.2.2`. */
export type Answer =
  | { readonly kind: 'accepted'; readonly reply: string }
  | { readonly kind: 'deferred'; readonly reply: string; readonly code: string | null }
  | {
      readonly kind: 'refused';
      readonly reply: string;
      readonly code: string | null;
      /** The address is no good and never will be. */
      readonly recipientGone: boolean;
      /** It is about us, not about the recipient: another mail of ours would fare no better. */
      readonly ours: boolean;
    };

/** The line was lost, or fell silent, between the final dot and the reply: both sides own the mail (RFC 1047). */
export interface InDoubt {
  readonly kind: 'in_doubt';
  readonly reason: string;
}

/** What became of a mail; see `house.md`, "Outcomes of one mail". */
export type Outcome =
  | Answer
  | InDoubt
  | {
      /** Nothing was handed over and no server could be reached, which costs the mail no attempt. */
      readonly kind: 'unreached';
      readonly fault: Fault;
      readonly reason: string;
      /** Milliseconds until another try can fare better. */
      readonly retryInMs: number;
    };

/** What one server made of one mail. */
export type Handover =
  | {
      readonly kind: 'answered';
      readonly answer: Answer;
      /** The server closed with this answer (421) and wants to be left alone for a while. */
      readonly slowDown: boolean;
    }
  | InDoubt
  | {
      /** The server can't take this mail, and another might; what to say where none can. Nothing was handed over. */
      readonly kind: 'unable';
      readonly answer: Answer;
    }
  | {
      /** The mail is unharmed: its final dot was never written. */
      readonly kind: 'lost';
      readonly fault: Fault;
      readonly reason: string;
      /** The line had carried mails before, so it may only have been closed for its age: a fresh one can do. */
      readonly stale: boolean;
      /** No line could be opened at all. */
      readonly opening: boolean;
    };

/** An address is not ASCII before the @. `ours`: it is the sender's. */
export const needsSmtpUtf8 = (ours: boolean): Answer => ({
  kind: 'refused',
  reply: 'The address needs SMTPUTF8 (RFC 6531), which the mail server does not offer',
  code: '5.6.7',
  recipientGone: false,
  ours,
});

/** The mail was not handed over, because the caller wished it so. */
export const aborted = (): Handover => ({
  kind: 'lost',
  fault: 'aborted',
  reason: 'aborted before the mail was handed over',
  stale: false,
  opening: false,
});
