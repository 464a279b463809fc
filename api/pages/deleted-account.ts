import type { Context } from 'koa';
import { isOfDeletedAccount } from '../../common/accounts/deletion.ts';
import { html } from '../../common/domain/html.ts';
import type { Page } from './layout.ts';
import { recipientTexts } from './texts/language.ts';
import { unknownLink } from './unknown-link.ts';

/** The page for a valid link of an unknown mail. After an account's deletion, nothing is left to stop. */
export async function pageWithoutMail(ctx: Context, deliveryId: number): Promise<Page> {
  if (!(await isOfDeletedAccount(deliveryId))) return unknownLink(ctx);
  const { language: lang, deleted, deletedHint } = recipientTexts(ctx);
  return {
    lang,
    title: deleted,
    body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${deletedHint}</span></p>`,
  };
}
