import { DateTime } from 'luxon';
import type { NoticeDocument } from '../../../common/models/notices.ts';
import type { SystemMail } from '../mailer.ts';
import { type MailLayoutTexts, mailOf } from './layout.ts';
import { shorten } from './shorten.ts';

export interface NoticeTexts {
  /** Has the main figures, as many people read only the subject; never a name that a person typed. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly figures?: MailLayoutTexts['figures'];
}

export interface NoticeMailFacts {
  readonly words: NoticeTexts;
  readonly at: Date;
  readonly account: { readonly name: string; readonly timezone: string };
  readonly address: string;
  readonly stopUrl: string;
  readonly messageKey: string;
  /** The daily limit of notices, if this mail is the last one of the day; otherwise null. */
  readonly lastOf: number | null;
}

export function noticeMail(facts: NoticeMailFacts): SystemMail {
  const { words, at, account, address, stopUrl, messageKey, lastOf } = facts;
  const name = shorten(account.name);
  const mail: MailLayoutTexts = {
    title: words.subject,
    paragraphs: words.paragraphs,
    ...(words.figures && { figures: words.figures }),
    footer: [
      ...(lastOf === null
        ? []
        : [`This is the last notification of today: an address gets at most ${lastOf} a day.`]),
      `${momentOf(at, account.timezone)}. You get this email because ${name} sends notifications to ${address}.`,
    ],
    stop: { text: 'Stop these emails', url: stopUrl },
  };
  return mailOf(mail, { to: address, subject: words.subject, messageKey, stopUrl });
}

const momentOf = (at: Date, zone: string): string =>
  `${DateTime.fromJSDate(at, { zone }).toFormat('d LLLL yyyy, HH:mm', { locale: 'en' })} (${zone})`;

/** 12,345 */
export const number = (count: number): string => count.toLocaleString('en-US');

/** 1 contact, 2,000 contacts */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** 6.2 %. A part that is neither zero nor the whole never shows as 0.0 % or 100.0 %. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '0 %';
  if (part === 0 || part === whole) return `${(100 * part) / whole} %`;
  return `${Math.min(99.9, Math.max(0.1, (100 * part) / whole)).toFixed(1)} %`;
}

/** `wait`: its change is not stored or its figures are not counted yet. Null: nothing is left to announce. */
export type RenderNotice = (notice: NoticeDocument) => Promise<NoticeTexts | 'wait' | null>;
