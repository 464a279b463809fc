import type Router from '@koa/router';
import type { Context } from 'koa';
import { isOfDeletedAccount } from '../../common/accounts/deletion.ts';
import { html } from '../../common/domain/html.ts';
import { INERT_TOKEN } from '../../common/domain/tokens.ts';
import type { TokenSubject } from '../../common/queries/token-rows.ts';
import { asPage, PageInstead, showPage } from './layout.ts';
import { accountTexts, failureTexts, recipientTexts } from './texts/language.ts';

/** Shows the page for a link that we did not sign, or whose records were deleted. */
export const unknownLink = (ctx: Context): PageInstead => {
  return new PageInstead({ status: 404, ...accountTexts(ctx).unknownLink });
};

/** Shows the page for a valid link of an unknown mail. After an account's deletion, nothing is left to stop. */
export async function withoutMail(ctx: Context, mail: TokenSubject): Promise<PageInstead> {
  if (!(await isOfDeletedAccount(mail))) return unknownLink(ctx);
  const { deleted, deletedHint } = recipientTexts(ctx);
  const body = html`
<p class="done"><span aria-hidden="true">✓</span> <span>${deletedHint}</span></p>`;
  return new PageInstead({ title: deleted, body });
}

/** The unsubscribe links of tests and previews. Requests to them change nothing. */
export function inertPages(router: Router): void {
  for (const page of ['unsubscribe', 'preferences']) {
    router.register(
      `/${page}/${INERT_TOKEN}`,
      ['GET', 'HEAD', 'POST'],
      asPage(async (ctx) => showPage(ctx, failureTexts(ctx).test)),
    );
  }
}
