import { domainOf } from '../../../../common/domain/domain-of.ts';
import type { ReplyClass, Verdict } from '../../../../common/domain/reply-classes.ts';
import { verdictByRules } from '../../../../common/replies/classify.ts';
import { answered, type Fault, type Handover, ownRefusal } from '../outcome.ts';
import { flatten } from '../smtp/reply-lines.ts';
import type { ApiAnswer } from './provider.ts';

export type ErrorMeaning =
  /** `asks`: the rules of replies (docs/replies.md) read the text first; `class` is used if they find nothing. */
  | { readonly is: 'refused'; readonly class: ReplyClass; readonly asks?: true }
  | { readonly is: 'deferred'; readonly class: ReplyClass }
  /** The mail was not taken because of the server or the login. `pauseMs`: the wait if the answer gives none. */
  | { readonly is: Exclude<Fault, 'aborted' | 'tls'>; readonly pauseMs?: number }
  | { readonly is: 'in_doubt' }
  /** It was taken by an earlier request. */
  | { readonly is: 'accepted' };

/** The documented errors of an API. A key with a status (`validation_error 403`) precedes one without. */
export type ErrorTable = Readonly<Record<string, ErrorMeaning>>;

export interface ApiError {
  /** Its code or name; empty if it has none. */
  readonly code: string;
  readonly message: string;
}

/** Classes that an API can know before the mail goes to the recipient's server. */
const KNOWABLE: ReadonlySet<ReplyClass> = new Set(['relay', 'slow', 'policy', 'auth', 'content', 'size']);

/** 502 and 504 come from a server in between, behind which the mail may have been taken. */
function byStatus(status: number): ErrorMeaning {
  if (status < 400) return { is: 'greeting' };
  switch (status) {
    case 401:
    case 403:
    case 407:
      return { is: 'login' };
    case 408:
      return { is: 'connection' };
    case 413:
      return { is: 'refused', class: 'size' };
    case 422:
      return { is: 'refused', class: 'unknown', asks: true };
    case 425:
    case 429:
    case 503:
      return { is: 'slow_down' };
    case 502:
    case 504:
      return { is: 'in_doubt' };
    default:
      // 400, 404, 415 and others: it does not understand the request, so it would refuse every other mail too.
      return status < 500
        ? { is: 'refused', class: 'relay', asks: true }
        : { is: 'deferred', class: 'later' };
  }
}

export function handoverOf(
  provider: string,
  table: ErrorTable,
  answer: Pick<ApiAnswer, 'status' | 'headers'>,
  { code, message }: ApiError,
  to: string,
): Handover {
  const { status, headers } = answer;
  const keyed = `${code} ${status}`;
  const known = Object.hasOwn(table, keyed) ? table[keyed] : Object.hasOwn(table, code) ? table[code] : null;
  const meaning = known ?? byStatus(status);
  const reply = flatten([status, code, message].filter((part) => part !== '').join(' '));
  const rule = known ? ruleName(provider, code) : `http-${status}`;
  switch (meaning.is) {
    case 'accepted':
      return answered({ kind: 'accepted', reply, bytesFree: true });
    case 'in_doubt':
      return { kind: 'in_doubt', reason: reply, bytesFree: true };
    case 'deferred':
      return answered({ kind: 'deferred', reply, code: null, class: meaning.class, rule, bytesFree: true });
    case 'refused': {
      const verdict = (meaning.asks && inWords(provider, message, to)) || { class: meaning.class, rule };
      return answered(ownRefusal(reply, null, verdict));
    }
    default: {
      const pauseMs = retryAfterMs(headers['retry-after']) ?? meaning.pauseMs;
      // A text about the login may repeat parts of the request.
      const reason = meaning.is === 'login' ? `${status} ${code}`.trim() : reply;
      const opening = meaning.is !== 'connection';
      return {
        kind: 'lost',
        fault: meaning.is,
        reason,
        opening,
        ...(pauseMs !== undefined && { pauseMs }),
      };
    }
  }
}

/** A success whose text is not the API's: another server may have sent it. */
export const noAnswer = ({ status, whole }: ApiAnswer): Handover => ({
  kind: 'in_doubt',
  reason: whole ? `${status} without the id of the mail` : `${status}, and the answer was cut`,
  bytesFree: true,
});

const ruleName = (provider: string, code: string): string =>
  `${provider}-${code
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()}`;

function inWords(provider: string, text: string, to: string): Verdict | null {
  // Weights of words were learnt from replies of mail servers, so they say nothing about errors of an API.
  const verdict = verdictByRules({
    stage: 'dot',
    code: 550,
    enhanced: null,
    text: flatten(text),
    domain: domainOf(to),
    server: provider,
  });
  return KNOWABLE.has(verdict.class) ? verdict : null;
}

export function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Longer pauses are cut to this, in milliseconds. */
const MOST = 3_600_000;

/** Milliseconds by the header `Retry-After` (RFC 9110, 10.2.3: seconds or a date); undefined if it has none. */
export function retryAfterMs(value: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const ms = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(MOST, Math.max(0, ms));
}
