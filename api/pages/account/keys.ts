import type Router from '@koa/router';
import { type KeyOverview, type KeyPair, liveKeyPair } from '../../../common/accounts/key-pairs.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import type { Service } from '../../http/endpoint.ts';
import type { Page } from '../layout.ts';
import { type Problems, problemSummary } from './fields.ts';
import { type Forms, formOf, leadTo, showAccountPage } from './forms.ts';
import { createKeyActs } from './key-acts.ts';
import { limitFields, type TypedLimits, typedOf } from './key-limits.ts';
import { showOverview } from './overview.ts';
import type { Visitor } from './sessions.ts';

/** Forms to make, limit, roll and revoke key pairs. A secret is shown only once, by the page that made it. */
export function keyForms(router: Router, forms: Forms, service: Service): void {
  const acts = createKeyActs(service);
  router.post(
    '/account/keys',
    forms.form(async (ctx, visitor, form) => {
      const made = await acts.make(ctx, visitor.account, form);
      if ('problems' in made) return showOverview(ctx, visitor, service, made);
      showAccountPage(ctx, newPair(made.name, made.pair));
    }),
  );

  router.get(
    '/account/keys/change',
    forms.page(async (ctx, visitor) => {
      const { _id: userId, timezone } = visitor.account;
      const pair = await liveKeyPair(userId, String(ctx.query['key']));
      showAccountPage(ctx, pair ? change(visitor, pair, typedOf(pair, timezone)) : GONE);
    }),
  );

  router.post(
    '/account/keys/change',
    forms.form(async (ctx, visitor, form) => {
      const changed = await acts.limit(ctx, visitor.account, form);
      if (changed === true) return leadTo(ctx, '/account?done=key');
      const pair = changed && (await liveKeyPair(visitor.account._id, form('key')));
      showAccountPage(ctx, pair ? change(visitor, pair, changed.typed, changed.problems) : GONE);
    }),
  );

  router.post(
    '/account/keys/roll',
    forms.form(async (ctx, { account }, form) => {
      const made = await acts.roll(ctx, account, form('key'));
      showAccountPage(ctx, made ? newPair(made.name, made.pair, made.old._id) : GONE);
    }),
  );

  router.get(
    '/account/keys/revoke',
    forms.page(async (ctx, visitor) => {
      const pair = await liveKeyPair(visitor.account._id, String(ctx.query['key']));
      showAccountPage(ctx, pair ? question(visitor, pair) : GONE);
    }),
  );

  router.post(
    '/account/keys/revoke',
    forms.form(async (ctx, { account }, form) => {
      if (await acts.revoke(ctx, account, form('key'))) leadTo(ctx, '/account?done=revoked');
      else showAccountPage(ctx, GONE);
    }),
  );
}

const BACK = html`<p><a href="/account">Back to your account</a></p>`;

const GONE: Page = {
  status: 404,
  title: 'There is no such key pair',
  body: html`<p>It may have been revoked already.</p>${BACK}`,
};

const shown = (label: string, key: string): Html =>
  html`<p class="label">${label}</p>
<code class="secret">${key}</code>`;

const newPair = (name: string, pair: KeyPair, old?: string): Page => ({
  title: 'Your new key pair',
  body: html`
<p class="note"><strong>Copy the secret key now.</strong> It is shown this once, and we keep no copy of it.</p>
<p>Name: <strong>${name}</strong></p>
${shown('PublicKey', pair.public_key)}
${shown('SecretKey', pair.secret_key)}
${old !== undefined && html`<p>The pair <code>${old}</code> goes on working until you <a href="/account/keys/revoke?key=${old}">revoke it</a>: first give your program the new one.</p>`}
${BACK}`,
});

const change = (
  visitor: Visitor,
  { _id: key, name }: KeyOverview,
  typed: TypedLimits,
  problems: Problems = {},
): Page => ({
  status: Object.keys(problems).length > 0 ? 422 : 200,
  title: 'What this key pair may do',
  body: html`
${problemSummary(problems)}<p><strong>${name}</strong><br><code>${key}</code></p>
<p>Times are in ${visitor.account.timezone}. Changes hold from the next call on.</p>
${formOf(visitor, '/account/keys/change', html`<input type="hidden" name="key" value="${key}">${limitFields(typed, problems)}<button>Save</button>`)}
${BACK}`,
});

const question = (visitor: Visitor, { _id: key, name, last_used_at }: KeyOverview): Page => ({
  title: 'Revoke this key pair?',
  body: html`
<p><strong>${name}</strong><br><code>${key}</code></p>
<p>${last_used_at ? html`It was last used ${last_used_at.toISOString().slice(0, 16).replace('T', ' ')} UTC.` : 'It was never used.'} Programs that use it are refused from this moment on. This can not be undone.</p>
<div class="actions">${formOf(visitor, '/account/keys/revoke', html`<input type="hidden" name="key" value="${key}"><button class="grave small">Revoke the key pair</button>`)}<a class="button" href="/account">Keep it</a></div>`,
});
