import type { Handover, OutgoingMail } from '../outcome.ts';
import type { Traits } from '../traits.ts';

/** A mail for a provider: the message without a signature of ours. */
export interface ApiMail {
  readonly mail: OutgoingMail;
  /** The recipient, with its domain in ASCII. */
  readonly to: string;
  readonly message: Buffer;
}

export interface ApiRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The provider does a request with this key once, so it may be repeated if its answer did not come. */
  readonly repeatable: boolean;
}

export interface ApiAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Whether the whole answer was read: it was neither cut nor too long. */
  readonly whole: boolean;
}

/** A request with its mails. */
export interface Posting {
  readonly request: ApiRequest;
  readonly mails: readonly ApiMail[];
}

/** A service that takes mails by HTTP. */
export interface ApiProvider {
  /** Its name in rules of replies. */
  readonly name: string;
  readonly traits: Traits;
  /** The most bytes of a message. */
  readonly largest: number;
  /** The requests that hand these mails over, at most `traits.batch` of them. Each mail is in exactly one. */
  postings(mails: readonly ApiMail[]): Promise<readonly Posting[]>;
  /** The result of each mail of a request, in order. */
  read(answer: ApiAnswer, mails: readonly ApiMail[]): readonly Handover[];
}
