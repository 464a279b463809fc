import { useMemo } from 'react';
import { useSession } from '../data/session.ts';
import { useLanguage } from '../texts/texts.ts';

export interface Formats {
  readonly number: (value: number) => string;
  /** With its sign, unless it is zero. */
  readonly signed: (value: number) => string;
  readonly percent: (part: number, whole: number) => string;
  readonly date: (at: string | Date) => string;
  /** Of `YYYY-MM-DD`, a day without a time. */
  readonly day: (day: string) => string;
  readonly dateTime: (at: string | Date) => string;
  readonly timeOfDay: (at: string | Date) => string;
  /** Of `YYYY-MM-DD HH:MM:SS`, already in the account's time zone. */
  readonly localDateTime: (at: string) => string;
}

/** Timestamps of the contract have six decimals; browsers read three. */
export const momentOf = (at: string | Date): Date =>
  at instanceof Date ? at : new Date(at.replace(/(\.\d{3})\d+/, '$1'));

/** Formats in the language of the console and the time zone of the account. */
export function useFormats(): Formats {
  const speaks = useLanguage();
  // The browser knows the person's variant of a language, such as en-GB.
  const language = navigator.languages.find((one) => one.startsWith(speaks)) ?? speaks;
  const { timezone: timeZone } = useSession();
  return useMemo(() => {
    const number = new Intl.NumberFormat(language);
    const signed = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' });
    const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
    const date = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium' });
    const dateTime = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
    const timeOfDay = new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' });
    const day = new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'medium' });
    const local = new Intl.DateTimeFormat(language, {
      timeZone: 'UTC',
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    return {
      number: (value) => number.format(value),
      signed: (value) => signed.format(value),
      percent: (part, whole) => percent.format(whole === 0 ? 0 : part / whole),
      date: (at) => date.format(momentOf(at)),
      day: (at) => day.format(new Date(`${at}T00:00:00Z`)),
      dateTime: (at) => dateTime.format(momentOf(at)),
      timeOfDay: (at) => timeOfDay.format(momentOf(at)),
      localDateTime: (at) => local.format(new Date(`${at.replace(' ', 'T')}Z`)),
    };
  }, [language, timeZone]);
}
