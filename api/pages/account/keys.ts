import type { Context } from 'koa';
import { type KeyOverview, type KeyPair, liveKeyPair } from '../../../common/accounts/key-pairs.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import { cityOf } from '../../../shared/time-zones.ts';
import { type Page, PageInstead } from '../layout.ts';
import { accountTexts, overviewTexts } from '../texts/language.ts';
import { type Problems, problemSummary, statusOf } from './fields.ts';
import { type AccountParts, formOf, leadTo, PLAIN_ACCOUNT, showAccountPage } from './forms.ts';
import { createKeyActs } from './key-acts.ts';
import { limitFields, type TypedLimits, typedOf } from './key-limits.ts';
import { showOverview } from './overview.ts';
import type { SignedInAccount } from './sessions.ts';

/** Forms to make, limit, roll and revoke key pairs. Only the answer that creates a pair shows its secret. */
export function keyForms({ router, forms, service }: AccountParts): void {
  const acts = createKeyActs(service);

  async function pairOf(ctx: Context, { account }: SignedInAccount, key: string): Promise<KeyOverview> {
    const pair = await liveKeyPair(account._id, key);
    if (!pair) throw gone(ctx);
    return pair;
  }

  router.post(
    '/account/keys',
    forms.form(async (ctx, visitor, form) => {
      const made = await acts.make(ctx, visitor.account, form);
      if (made.problems) return showOverview(ctx, visitor, service, made);
      showAccountPage(ctx, newPair(ctx, made.name, made.pair));
    }),
  );

  router.get(
    '/account/keys/change',
    forms.page(async (ctx, visitor) => {
      const pair = await pairOf(ctx, visitor, String(ctx.query['key']));
      showAccountPage(ctx, change(ctx, visitor, pair, typedOf(pair, visitor.account.timezone)));
    }),
  );

  router.post(
    '/account/keys/change',
    forms.form(async (ctx, visitor, form) => {
      const changed = await acts.limit(ctx, visitor.account, form);
      if (changed === true) return leadTo(ctx, '/account?done=key');
      if (!changed) throw gone(ctx);
      const pair = await pairOf(ctx, visitor, form('key'));
      showAccountPage(ctx, change(ctx, visitor, pair, changed.typed, changed.problems));
    }),
  );

  router.post(
    '/account/keys/roll',
    forms.form(async (ctx, { account }, form) => {
      const made = await acts.roll(ctx, account, form('key'));
      if (!made) throw gone(ctx);
      showAccountPage(ctx, newPair(ctx, made.name, made.pair, made.old._id));
    }),
  );

  router.get(
    '/account/keys/revoke',
    forms.page(async (ctx, visitor) => {
      const pair = await pairOf(ctx, visitor, String(ctx.query['key']));
      showAccountPage(ctx, question(ctx, visitor, pair));
    }),
  );

  router.post(
    '/account/keys/revoke',
    forms.form(async (ctx, { account }, form) => {
      if (!(await acts.revoke(ctx, account, form('key')))) throw gone(ctx);
      leadTo(ctx, '/account?done=revoked');
    }),
  );
}

const back = (ctx: Context): Html =>
  html`<p><a href="${PLAIN_ACCOUNT}">${accountTexts(ctx).toAccount}</a></p>`;

function gone(ctx: Context): PageInstead {
  const { gone: title, goneHint } = overviewTexts(ctx).keys;
  return new PageInstead({ status: 404, title, body: html`<p>${goneHint}</p>${back(ctx)}` }, showAccountPage);
}

const shown = (label: string, key: string): Html =>
  html`<p class="label">${label}</p>
<code class="secret">${key}</code>`;

function newPair(ctx: Context, name: string, pair: KeyPair, old?: string): Page {
  const { keys } = overviewTexts(ctx);
  return {
    title: keys.made,
    body: html`
<p class="note">${keys.copyNow}</p>
<p>${keys.called(name)}</p>
${shown('PublicKey', pair.public_key)}
${shown('SecretKey', pair.secret_key)}
${old !== undefined && html`<p>${keys.oldGoesOn(old)}</p>`}
${back(ctx)}`,
  };
}

function change(
  ctx: Context,
  visitor: SignedInAccount,
  { _id: key, name }: KeyOverview,
  typed: TypedLimits,
  problems: Problems = {},
): Page {
  const { keys } = overviewTexts(ctx);
  return {
    status: statusOf(problems),
    title: keys.mayDo,
    body: html`
${problemSummary(problems, accountTexts(ctx))}<p><strong>${name}</strong><br><code>${key}</code></p>
<p>${keys.hold(cityOf(visitor.account.timezone))}</p>
${formOf(visitor, '/account/keys/change', html`<input type="hidden" name="key" value="${key}">${limitFields(typed, problems, keys)}<button>${keys.save}</button>`)}
${back(ctx)}`,
  };
}

function question(ctx: Context, visitor: SignedInAccount, pair: KeyOverview): Page {
  const { _id: key, name, last_used_at } = pair;
  const { keys: texts } = overviewTexts(ctx);
  return {
    title: texts.revokeTitle,
    body: html`
<p><strong>${name}</strong><br><code>${key}</code></p>
<p>${last_used_at ? texts.used(last_used_at.toISOString().slice(0, 16).replace('T', ' ')) : texts.neverUsed} ${texts.refused}</p>
<div class="actions">${formOf(visitor, '/account/keys/revoke', html`<input type="hidden" name="key" value="${key}"><button class="grave small">${texts.revokeButton}</button>`)}<a class="button" href="${PLAIN_ACCOUNT}">${texts.keep}</a></div>`,
  };
}
