import type { Context } from 'koa';
import { accountDe } from './account.de.ts';
import { accountEn } from './account.en.ts';
import { failuresDe } from './failures.de.ts';
import { failuresEn } from './failures.en.ts';
import { overviewDe } from './overview.de.ts';
import { overviewEn } from './overview.en.ts';
import { recipientsDe } from './recipients.de.ts';
import { recipientsEn } from './recipients.en.ts';
import { reportDe } from './report.de.ts';
import { reportEn } from './report.en.ts';

/** Languages of the pages. Their visitors have no stored choice, so the browser's language is used. */
export type Language = 'en' | 'de';

const ACCOUNT = { en: accountEn, de: accountDe } as const;
export type AccountTexts = typeof accountEn;

const OVERVIEW = { en: overviewEn, de: overviewDe } as const;
export type OverviewTexts = typeof overviewEn;

const RECIPIENTS = { en: recipientsEn, de: recipientsDe } as const;
export type RecipientTexts = typeof recipientsEn;

const REPORT = { en: reportEn, de: reportDe } as const;
export type ReportTexts = typeof reportEn;

const FAILURES = { en: failuresEn, de: failuresDe } as const;
export type FailureTexts = typeof failuresEn;

/** The browser's preferred language of these; English by default. */
export const languageOf = (ctx: Context): Language =>
  ctx.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';

export const accountTexts = (ctx: Context): AccountTexts => ACCOUNT[languageOf(ctx)];

export const overviewTexts = (ctx: Context): OverviewTexts => OVERVIEW[languageOf(ctx)];

export const recipientTexts = (ctx: Context): RecipientTexts => RECIPIENTS[languageOf(ctx)];

export const reportTexts = (ctx: Context): ReportTexts => REPORT[languageOf(ctx)];

export const failureTexts = (ctx: Context): FailureTexts => FAILURES[languageOf(ctx)];
