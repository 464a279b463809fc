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

/** Languages of the pages: what a mail or the account page leads to has no choice that was kept, so the browser's is asked. */
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

/** The language that the browser likes best of those that are there; English where it says nothing. */
export const languageOf = (ctx: Context): Language =>
  ctx.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';

/** The texts for signing in, the password, the second factor and confirming an address, in the language of a visitor. */
export const accountTexts = (ctx: Context): AccountTexts => ACCOUNT[languageOf(ctx)];

/** The texts of the page of an account, in the language of a visitor. */
export const overviewTexts = (ctx: Context): OverviewTexts => OVERVIEW[languageOf(ctx)];

/** The texts for recipients, in the language of a visitor. */
export const recipientTexts = (ctx: Context): RecipientTexts => RECIPIENTS[languageOf(ctx)];

/** The texts of a report that is shared, in the language of a visitor. */
export const reportTexts = (ctx: Context): ReportTexts => REPORT[languageOf(ctx)];

/** The texts of failures and of links from tests, in the language of a visitor. */
export const failureTexts = (ctx: Context): FailureTexts => FAILURES[languageOf(ctx)];
