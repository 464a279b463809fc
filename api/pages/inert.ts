import type Router from '@koa/router';
import { INERT_TOKEN } from '../../common/domain/tokens.ts';
import { asPage, showPage } from './layout.ts';
import { failureTexts } from './texts/language.ts';

/** The unsubscribe links of tests and previews. Requests to them change nothing. */
export function inertPages(router: Router): void {
  for (const page of ['unsubscribe', 'preferences']) {
    router.register(
      `/${page}/${INERT_TOKEN}`,
      ['GET', 'HEAD', 'POST'],
      asPage(async (ctx) => {
        const { language: lang, test } = failureTexts(ctx);
        showPage(ctx, { lang, ...test });
      }),
    );
  }
}
