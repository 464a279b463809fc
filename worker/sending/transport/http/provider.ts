import type { Handover, OutgoingMail } from '../outcome.ts';
import type { Traits } from '../traits.ts';

/** A mail for a provider: the message without a signature of ours. */
export interface ApiMail {
  readonly mail: OutgoingMail;
  /** The recipient, with its domain in ASCII. */
  readonly to: string;
  readonly message: Buffer;
}

/** A POST to the provider's API. */
export interface ApiRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The provider does a request with this key once, so it may be repeated where its answer did not come. */
  readonly repeatable: boolean;
}

/** An answer of the provider's API. */
export interface ApiAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The whole answer was read: it was neither cut nor longer than what is read. */
  readonly whole: boolean;
}

/** A request, and the mails that are in it. */
export interface Posting {
  readonly request: ApiRequest;
  readonly mails: readonly ApiMail[];
}

/** A service that takes mails by HTTP. */
export interface ApiProvider {
  /** Its name in rules of replies. */
  readonly name: string;
  readonly traits: Traits;
  /** Bytes of a message that it takes at most. */
  readonly largest: number;
  /** The requests that hand these mails over, at most `traits.batch` of them. Each mail is in exactly one. */
  postings(mails: readonly ApiMail[]): Promise<readonly Posting[]>;
  /** What an answer says of each mail of a request, in their order. */
  read(answer: ApiAnswer, mails: readonly ApiMail[]): readonly Handover[];
}
