import type { Attachments } from '../../../common/domain/attachments.ts';
import type { Verdict } from '../../../common/domain/reply-classes.ts';
import type { Domain } from '../pace/domain.ts';
import type { DkimKey } from '../signing/keys.ts';

/** One raw message for one recipient; `from` and `to` are envelope addresses (RFC 5321), not headers. */
export interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
  /** The caller guarantees CRLF and no dot at the begin of a line, which saves a check of 15 µs for 14 kB. */
  readonly inOrder?: boolean;
  readonly messageId: string;
  /** The keys that sign it, the same list for all mails of a slice; absent or empty: it is not signed. */
  readonly keys?: readonly DkimKey[];
  /** `raw` without our signatures, for a provider that signs itself. */
  readonly unsigned?: Buffer;
  /** When a person had it sent again (milliseconds since 1970). With `messageId` the key by which a provider sends it once. */
  readonly again?: number;
  /** Those at the end of `raw`: a provider that composes the message need not decode them. */
  readonly attachments?: Attachments;
  /** Of `PACE_FILE`; null, absent: all servers. */
  readonly pool?: string | null;
  readonly urgent?: true;
  readonly domain?: Domain;
}

/** login, tls, greeting: until the configuration is corrected · connection, slow_down (421, early 4xx): pass · aborted: by us */
export type Fault = 'connection' | 'login' | 'tls' | 'greeting' | 'slow_down' | 'aborted';

/** The sender of a mail lends its bytes, and must not overwrite them while a connection reads them. */
export interface BytesOfMail {
  /** No connection reads the bytes any more: the sender may use them for the next mail. */
  readonly bytesFree: boolean;
}

/** A server's reply about one mail. `code` is its enhanced status (RFC 3463), such as `4.2.2`. */
export type MailAnswer = BytesOfMail & AnswerKinds;

export type Deferral = Extract<MailAnswer, { kind: 'deferred' }>;

type AnswerKinds =
  | {
      readonly kind: 'accepted';
      readonly reply: string;
      /** If its transport knows it; otherwise the reply may have it (`common/domain/provider-ids.ts`). */
      readonly providerId?: string;
    }
  | (Verdict & { readonly kind: 'deferred'; readonly reply: string; readonly code: string | null })
  | (Verdict & { readonly kind: 'refused'; readonly reply: string; readonly code: string | null });

/** The connection was lost or silent between the final dot and the reply: both sides may have the mail (RFC 1047). */
export interface MailDoubt extends BytesOfMail {
  readonly kind: 'in_doubt';
  readonly reason: string;
}

/** No mail was handed over, because servers ask for less of the recipient's domain. This is no attempt of the mail. */
export interface Postponement extends BytesOfMail, Verdict {
  readonly kind: 'put_off';
  readonly reason: string;
  readonly retryInMs: number;
}

export type Outcome =
  | MailAnswer
  | MailDoubt
  | Postponement
  | (BytesOfMail & {
      /** No mail was handed over because no server could be reached. This is no attempt of the mail. */
      readonly kind: 'unreached';
      readonly fault: Fault;
      readonly reason: string;
      /** The server in trouble; absent for limits, and where no server is known. */
      readonly host?: string;
      readonly retryInMs: number;
    });

export type Handover =
  | {
      readonly kind: 'answered';
      readonly answer: MailAnswer;
      /** The server closed the connection with this answer (421) and asks for a pause. */
      readonly slowDown: boolean;
      /** The answer came at MAIL, before the recipient was named. */
      readonly atMail?: boolean;
    }
  | MailDoubt
  | {
      /** This server cannot take the mail, but another one might; `answer` is the result if none can. No mail was handed over. */
      readonly kind: 'unable';
      readonly answer: MailAnswer;
    }
  | MailLoss;

/** The server did not get the whole mail, so sending it again is safe. Its bytes may still be read. */
export interface MailLoss {
  readonly kind: 'lost';
  readonly fault: Fault;
  readonly reason: string;
  /** No connection could be opened: the server has the trouble, not this mail. */
  readonly opening: boolean;
  /** The server closed the connection (421) after the recipient was named. */
  readonly aboutDomain?: Verdict;
  /** The result of a mail lost after its recipient was named, if no other server takes it. */
  readonly deferral?: Deferral;
  /** The shortest pause that the server asks for, in milliseconds. */
  readonly pauseMs?: number;
}

/** A server, or a rule of ours, has decided. */
export const answered = (answer: MailAnswer): Handover => ({ kind: 'answered', answer, slowDown: false });

export const ownRefusal = (reply: string, code: string | null, verdict: Verdict): MailAnswer => ({
  kind: 'refused',
  reply,
  code,
  ...verdict,
  bytesFree: true,
});

/** The same result if another connection may still read the bytes of the mail. */
export const whileRead = (handover: Handover): Handover => {
  if (handover.kind === 'answered') return { ...handover, answer: { ...handover.answer, bytesFree: false } };
  return handover.kind === 'in_doubt' ? { ...handover, bytesFree: false } : handover;
};

export const aborted = (): MailLoss => ({
  kind: 'lost',
  fault: 'aborted',
  reason: 'aborted before the mail was handed over',
  opening: false,
});
