import { domainOf } from '../../common/domain/domain-of.ts';
import type { Verdict } from '../../common/domain/reply-classes.ts';
import { classify, verdictByRules } from '../../common/replies/classify.ts';

const REPLY_LENGTH = 500;
const CODE = /(?:^|[\s:(])([245]\d\d)(?=[ -])/;
const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** Cisco's filters put their own class before the server's reply: `5.1.0 - Unknown address error 550-'5.7.1 Access denied'`. */
const FILTER_PREFIX = /^[45]\.\d\.\d - [\w ]{1,60} (?=[45]\d\d-')/;

export const onOneLine = (text: string): string =>
  text
    .slice(0, REPLY_LENGTH * 4)
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, REPLY_LENGTH);

export interface RecipientReport {
  readonly status: string | null;
  readonly text: string;
  readonly address: string | null;
  readonly server?: string;
  /** Sentences of a mail, and no field for a reply: most are about something else. */
  readonly isProse?: boolean;
}

export function verdictOfReport({ status, text, address, server, isProse }: RecipientReport): Verdict {
  const reply = text.slice(0, REPLY_LENGTH).replace(FILTER_PREFIX, '');
  const code = CODE.exec(reply)?.[1];
  const inside = ENHANCED.test(reply);
  // Sendmail and others make the status from the reply code alone. It counts only if the server gave none.
  const guessed = code !== undefined && !inside && status !== null && status.startsWith('5.1.');
  const domain = address === null ? undefined : domainOf(address);
  const number = code === undefined || code.startsWith('2') ? null : Number(code);
  const known = guessed || (inside && status !== null) ? null : status;
  // The weights were learnt from replies, so they say nothing about other sentences.
  const read = isProse === true ? verdictByRules : classify;
  return read({
    stage: 'report',
    code: number,
    enhanced: known !== null && number !== null && known[0] !== String(number)[0] ? null : known,
    text: reply,
    ...(domain === undefined ? {} : { domain }),
    ...(server === undefined ? {} : { server }),
  });
}
