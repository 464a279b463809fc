import type { Context } from 'koa';
import type { Page } from './layout.ts';
import { accountTexts } from './texts/language.ts';

/** The page for a link that we did not sign, or whose records were deleted. */
export const unknownLink = (ctx: Context): Page => {
  const { language: lang, unknownLink: texts } = accountTexts(ctx);
  return { lang, status: 404, ...texts };
};
