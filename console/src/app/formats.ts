import { useSession } from '../data/session.ts';
import { localeOf, useLanguage } from '../texts/texts.ts';

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

/** Calls `make` once, when its result is first needed. */
function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Making a format takes a browser longer than drawing a row. */
function formatsOf(language: string, timeZone: string): Formats {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    lazily(() => new Intl.DateTimeFormat(language, options));
  const numbers = (options: Intl.NumberFormatOptions) =>
    lazily(() => new Intl.NumberFormat(language, options));
  const number = numbers({});
  const signed = numbers({ signDisplay: 'exceptZero' });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 1 });
  const date = dates({ timeZone, dateStyle: 'medium' });
  const dateTime = dates({ timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const timeOfDay = dates({ timeZone, timeStyle: 'short' });
  const day = dates({ timeZone: 'UTC', dateStyle: 'medium' });
  const local = dates({ timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' });
  return {
    number: (value) => number().format(value),
    signed: (value) => signed().format(value),
    percent: (part, whole) => percent().format(whole === 0 ? 0 : part / whole),
    date: (at) => date().format(momentOf(at)),
    day: (at) => day().format(new Date(`${at}T00:00:00Z`)),
    dateTime: (at) => dateTime().format(momentOf(at)),
    timeOfDay: (at) => timeOfDay().format(momentOf(at)),
    localDateTime: (at) => local().format(new Date(`${at.replace(' ', 'T')}Z`)),
  };
}

const made = new Map<string, Formats>();

/** Formats in the language of the console and a time zone, the account's unless another is given. */
export function useFormats(zone?: string): Formats {
  const language = localeOf(useLanguage());
  const { timezone } = useSession();
  const timeZone = zone ?? timezone;
  const key = `${language} ${timeZone}`;
  const formats = made.get(key) ?? formatsOf(language, timeZone);
  made.set(key, formats);
  return formats;
}
