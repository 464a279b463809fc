import { domainOf } from '../../common/domain/domain-of.ts';
import type { Verdict } from '../../common/domain/reply-classes.ts';
import { classify } from '../../common/replies/classify.ts';

const REPLY_LENGTH = 500;
const CODE = /(?:^|[\s:(])([245]\d\d)(?=[ -])/;
const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** Cisco's filters put a class of their own before what the server said: `5.1.0 - Unknown address error 550-'5.7.1 Access denied'`. */
const FILTER_PREFIX = /^[45]\.\d\.\d - [\w ]{1,60} (?=[45]\d\d-')/;

/** A server's text on one line, without control characters, at most 500 characters. */
export const onOneLine = (text: string): string =>
  text
    .slice(0, REPLY_LENGTH * 4)
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, REPLY_LENGTH);

/** What is said of one recipient. */
export interface RecipientReport {
  /** The status of the report, beside the text. */
  readonly status: string | null;
  readonly text: string;
  readonly address: string | null;
  readonly server?: string;
}

/** The class of what was said. */
export function verdictOfReport({ status, text, address, server }: RecipientReport): Verdict {
  const reply = text.slice(0, REPLY_LENGTH).replace(FILTER_PREFIX, '');
  const code = CODE.exec(reply)?.[1];
  const inside = ENHANCED.test(reply);
  // Sendmail and others make the status from the reply code alone: 550 becomes 5.1.1 whatever it was about. It counts where the server
  // itself said nothing.
  const guessed = code !== undefined && !inside && status !== null && status.startsWith('5.1.');
  const domain = address === null ? undefined : domainOf(address);
  const number = code === undefined || code.startsWith('2') ? null : Number(code);
  const known = guessed || (inside && status !== null) ? null : status;
  return classify({
    stage: 'report',
    code: number,
    enhanced: known !== null && number !== null && known[0] !== String(number)[0] ? null : known,
    text: reply,
    ...(domain === undefined ? {} : { domain }),
    ...(server === undefined ? {} : { server }),
  });
}
