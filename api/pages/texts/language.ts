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

export type AccountTexts = typeof accountEn;
export type OverviewTexts = typeof overviewEn;
export type RecipientTexts = typeof recipientsEn;
export type ReportTexts = typeof reportEn;

/** Finds texts in the browser's preferred language; English by default. */
const inLanguage =
  <Texts>(texts: Readonly<Record<Language, Texts>>) =>
  (ctx: Context): Texts =>
    texts[ctx.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en'];

export const accountTexts = inLanguage<AccountTexts>({ en: accountEn, de: accountDe });
export const overviewTexts = inLanguage<OverviewTexts>({ en: overviewEn, de: overviewDe });
export const recipientTexts = inLanguage<RecipientTexts>({ en: recipientsEn, de: recipientsDe });
export const reportTexts = inLanguage<ReportTexts>({ en: reportEn, de: reportDe });
export const failureTexts = inLanguage<typeof failuresEn>({ en: failuresEn, de: failuresDe });
