import type Router from '@koa/router';
import { html } from '../../common/domain/html.ts';
import { INERT_TOKEN } from '../../common/domain/tokens.ts';
import { asPage, type Page, showPage } from './layout.ts';

const TEST: Page = {
  title: 'This link is from a test',
  body: html`<p>In a test or a preview it changes nothing. In a mail to your contacts, each of them gets a link of their own.</p>`,
};

/** The links to opt out in tests and previews. Whatever is sent to them, nothing changes. */
export function inertPages(router: Router): void {
  for (const page of ['unsubscribe', 'preferences']) {
    router.register(
      `/${page}/${INERT_TOKEN}`,
      ['GET', 'HEAD', 'POST'],
      asPage(async (ctx) => showPage(ctx, TEST)),
    );
  }
}
