import type Router from '@koa/router';
import type { Context } from 'koa';
import { type Html, html } from '../../../common/domain/html.ts';
import { mjmlOf } from '../../../common/domain/template-json.ts';
import { authorText } from '../../../common/domain/text-template.ts';
import type { RenderResult } from '../../../common/rendering/renderer.ts';
import type { Service } from '../../http/endpoint.ts';
import { notRendered } from '../../http/failures.ts';
import { type Forms, showAccountPage } from '../account/forms.ts';
import type { SignedInAccount } from '../account/sessions.ts';
import { ACCOUNT_STYLE, WIDE_STYLE } from '../account/style.ts';
import { mannerOf, type Page, PageInstead, showPage } from '../layout.ts';
import { mailPolicy } from '../mail-policy.ts';
import { type Draft, findDraft } from './find.ts';

const STYLE = `${ACCOUNT_STYLE}${WIDE_STYLE}
dl{display:grid;grid-template-columns:auto 1fr;gap:.3rem 1rem;margin:0 0 1.2rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
iframe{display:block;width:100%;height:40rem;border:1px solid var(--soft);border-radius:.5rem;background:#fff}
pre{max-height:30rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--note-ground);border-radius:.6rem;padding:.8rem 1rem;margin:.6rem 0 0;font:.88rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
summary{font-weight:600;font-size:1.2rem;cursor:pointer;min-height:2rem}
`;
const MANNER = mannerOf(STYLE, ["frame-src 'self'"], 'same-origin');

const UNKNOWN: Page = {
  status: 404,
  lang: 'en',
  title: 'This email does not exist',
  body: html`<p>It may have been deleted, or belong to another account.</p><p><a href="/console/settings/account">Your account</a></p>`,
};

type DesignResult = Exclude<RenderResult, { state: 'later' }>;

/** `/design/<utr>` (the contract's `design_url`): shows a mail in its current state, to its account only. */
export function designPages(
  router: Router,
  forms: Forms,
  { config, renderer }: Pick<Service, 'config' | 'renderer'>,
): void {
  async function rendered(ctx: Context, { account }: SignedInAccount): Promise<[Draft, DesignResult]> {
    const draft = await findDraft(account._id, String(ctx.params.utr));
    if (!draft) throw new PageInstead(UNKNOWN, showAccountPage);
    const shown = await renderer.render(draft.design, account._id);
    if (shown.state === 'later') throw notRendered(shown.busy);
    return [draft, shown];
  }

  router.get(
    '/design/:utr',
    forms.page(async (ctx, visitor) => {
      const [draft, shown] = await rendered(ctx, visitor);
      showPage(ctx, pageOf(draft, shown, `${ctx.path}/html`), MANNER);
    }),
  );

  router.get(
    '/design/:utr/html',
    forms.page(async (ctx, visitor) => {
      const [, shown] = await rendered(ctx, visitor);
      ctx.set({
        'Content-Security-Policy': mailPolicy(config.publicUrl),
        'X-Frame-Options': 'SAMEORIGIN',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex, nofollow',
      });
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = shown.state === 'done' ? shown.looks.html : '';
    }),
  );
}

const pageOf = (
  { kind, name, subject, preheader, design, editor }: Draft,
  shown: DesignResult,
  frame: string,
): Page => {
  const mjml = !design.template_html && design.template_json ? mjmlOf(design.template_json) : null;
  return {
    lang: 'en',
    title: subject,
    body: html`
<dl>
<dt>${kind}</dt><dd>${name ?? 'of an automation'}</dd>
${preheader !== '' && html`<dt>Preheader</dt><dd>${preheader}</dd>`}
</dl>
${editor && html`<p><a href="${editor}">Change it in the editor</a></p>`}
${contentsOf(shown, frame, mjml)}
<p class="soft">Names in double brackets are replaced by each recipient’s data. If the email has no unsubscribe link, a footer with one is added.</p>
<p><a href="/console/settings/account">Your account</a></p>`,
  };
};

function contentsOf(shown: DesignResult, frame: string, mjml: string | null): Html {
  const source = (code: string) =>
    html`<section><details><summary>Source${mjml !== null && ' (MJML)'}</summary><pre tabindex="0">${code}</pre></details></section>`;
  if (shown.state === 'failed') {
    return html`<p class="note">It cannot be sent like this:</p><ul>${shown.problems.map((problem) => html`<li>${problem}</li>`)}</ul>
${mjml !== null && source(mjml)}`;
  }
  const { looks } = shown;
  if (looks.html.trim() === '') return html`<p class="note">This email is still empty.</p>`;
  return html`<iframe sandbox src="${frame}" title="The email as HTML"></iframe>
<section><details open><summary>Text</summary><pre tabindex="0">${looks.text === null ? '' : authorText(looks.text)}</pre></details></section>
${source(mjml ?? looks.html)}`;
}
