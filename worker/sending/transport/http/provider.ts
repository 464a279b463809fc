import type { Traits } from '../mail-server.ts';
import type { Handover, OutgoingMail } from '../outcome.ts';

export interface ApiMail {
  readonly mail: OutgoingMail;
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

export interface Posting {
  readonly request: ApiRequest;
  readonly mails: readonly ApiMail[];
}

export interface ApiProvider {
  readonly traits: Traits;
  readonly largest: number;
  /** The requests that hand these mails over, at most `traits.batch` of them. Each mail is in exactly one. */
  postings(mails: readonly ApiMail[]): Promise<readonly Posting[]>;
  read(answer: ApiAnswer, mails: readonly ApiMail[]): readonly Handover[];
}
