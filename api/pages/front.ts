import type Router from '@koa/router';
import { html } from '../../common/domain/html.ts';
import { VERSION } from '../../common/version.ts';
import { mannerOf, type Page, showPage } from './layout.ts';

/** `/`: says what this service is, and links to its pages. */
export function frontPage(router: Router): void {
  router.get('/', (ctx) => showPage(ctx, FRONT, FRONT_MANNER));
}

const FRONT_MANNER = mannerOf(
  `
.doors{list-style:none;margin:1.4rem 0;padding:0}
.doors li{border-top:1px solid var(--line)}
.doors li:last-child{border-bottom:1px solid var(--line)}
.doors a{display:block;padding:.85rem 0;color:inherit;text-decoration:none}
.doors strong{display:block;color:var(--accent);text-decoration:underline;text-underline-offset:.15em}
.doors span{color:var(--soft);font-size:.95rem}
`,
);

const DOORS: readonly { readonly path: string; readonly name: string; readonly what: string }[] = [
  {
    path: '/console',
    name: 'Console',
    what: 'Sign in, and work with contacts, senders and domains.',
  },
  {
    path: '/account',
    name: 'Your account',
    what: 'Sign in, make and end the keys that programs call with, set your time zone.',
  },
  {
    path: '/docs',
    name: 'API reference',
    what: 'Contacts, segments, campaigns and automations: every call, with an example to copy.',
  },
  {
    path: '/openapi.json',
    name: 'OpenAPI document',
    what: 'The same for programs that make clients or tests of it.',
  },
];

const FRONT: Page = {
  title: 'Mailing Service',
  body: html`<p>This server sends newsletters and automated e-mail, and counts what became of every one.</p>
<ul class="doors">
${DOORS.map(({ path, name, what }) => html`<li><a href="${path}"><strong>${name}</strong> <span>${what}</span></a></li>\n`)}</ul>
<p class="soft">Did you get a mail that you no longer want? Use the unsubscribe link at its end. Version ${VERSION}.</p>`,
};
