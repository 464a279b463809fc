import type Router from '@koa/router';
import {
  createKeyPair,
  type KeyOverview,
  type KeyPair,
  limitKeyPair,
  liveKeyPair,
  revokeKeyPair,
  rollKeyPair,
} from '../../../common/accounts/key-pairs.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import type { Service } from '../../http/endpoint.ts';
import type { Page } from '../layout.ts';
import { logActivity } from './activity.ts';
import { MAX_NAME } from './details.ts';
import { type Problems, problemSummary } from './fields.ts';
import { type Forms, formOf, leadTo, showAccountPage } from './forms.ts';
import { limitFields, readLimits, type TypedLimits, typedOf } from './key-limits.ts';
import { showOverview } from './overview.ts';
import type { Visitor } from './sessions.ts';

/** Forms to make, limit, roll and revoke key pairs. A secret is shown only once, by the page that made it. */
export function keyForms(router: Router, forms: Forms, service: Service): void {
  const { keys } = service;
  router.post(
    '/account/keys',
    forms.form(async (ctx, visitor, form) => {
      const { _id: userId, timezone } = visitor.account;
      const name = form('key_name').trim();
      const { typed, limits, problems: others } = readLimits(form, timezone);
      const problems = {
        ...(name === '' && { key_name: 'Give the key pair a name.' }),
        ...(name.length > MAX_NAME && { key_name: `A name has at most ${MAX_NAME} characters.` }),
        ...others,
      };
      if (Object.keys(problems).length > 0) {
        return showOverview(ctx, visitor, service, { problems, typed: { key_name: name, ...typed } });
      }
      const pair = await createKeyPair(userId, name, limits);
      logActivity(ctx, 'key_created', { userId, key: pair.public_key });
      showAccountPage(ctx, newPair(name, pair));
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
      const { _id: userId, timezone } = visitor.account;
      const key = form('key');
      const { typed, limits, problems } = readLimits(form, timezone);
      if (Object.keys(problems).length > 0) {
        const pair = await liveKeyPair(userId, key);
        return showAccountPage(ctx, pair ? change(visitor, pair, typed, problems) : GONE);
      }
      if (!(await limitKeyPair(userId, key, limits, keys.changed))) return showAccountPage(ctx, GONE);
      logActivity(ctx, 'key_changed', { userId, key });
      leadTo(ctx, '/account?done=key');
    }),
  );

  router.post(
    '/account/keys/roll',
    forms.form(async (ctx, visitor, form) => {
      const { _id: userId } = visitor.account;
      const old = await liveKeyPair(userId, form('key'));
      const pair = old && (await rollKeyPair(userId, old._id));
      if (!pair) return showAccountPage(ctx, GONE);
      logActivity(ctx, 'key_rolled', { userId, key: old._id, newKey: pair.public_key });
      showAccountPage(ctx, newPair(old.name, pair, old._id));
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
    forms.form(async (ctx, visitor, form) => {
      const { _id: userId } = visitor.account;
      const key = form('key');
      if (!(await revokeKeyPair(userId, key, keys.changed))) return showAccountPage(ctx, GONE);
      logActivity(ctx, 'key_revoked', { userId, key });
      leadTo(ctx, '/account?done=revoked');
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
