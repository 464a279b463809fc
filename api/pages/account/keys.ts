import type Router from '@koa/router';
import type { Context } from 'koa';
import { type KeyOverview, type KeyPair, liveKeyPair } from '../../../common/accounts/key-pairs.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import type { Service } from '../../http/endpoint.ts';
import type { Page } from '../layout.ts';
import {
  type AccountTexts,
  accountTexts,
  type Language,
  type OverviewTexts,
  overviewTexts,
} from '../texts/language.ts';
import { type Problems, problemSummary } from './fields.ts';
import { type Forms, formOf, leadTo, showAccountPage } from './forms.ts';
import { createKeyActs } from './key-acts.ts';
import { limitFields, type TypedLimits, typedOf } from './key-limits.ts';
import { showOverview } from './overview.ts';
import type { SignedInAccount } from './sessions.ts';

/** Forms to make, limit, roll and revoke key pairs. Only the answer that creates a pair shows its secret. */
export function keyForms(router: Router, forms: Forms, service: Service): void {
  const acts = createKeyActs(service);
  router.post(
    '/account/keys',
    forms.form(async (ctx, visitor, form) => {
      const made = await acts.make(ctx, visitor.account, form);
      if ('problems' in made) return showOverview(ctx, visitor, service, made);
      showAccountPage(ctx, newPair(wordsOf(ctx), made.name, made.pair));
    }),
  );

  router.get(
    '/account/keys/change',
    forms.page(async (ctx, visitor) => {
      const { _id: userId, timezone } = visitor.account;
      const pair = await liveKeyPair(userId, String(ctx.query['key']));
      showAccountPage(
        ctx,
        pair ? change(wordsOf(ctx), visitor, pair, typedOf(pair, timezone)) : gone(wordsOf(ctx)),
      );
    }),
  );

  router.post(
    '/account/keys/change',
    forms.form(async (ctx, visitor, form) => {
      const changed = await acts.limit(ctx, visitor.account, form);
      if (changed === true) return leadTo(ctx, '/account?done=key');
      const pair = changed && (await liveKeyPair(visitor.account._id, form('key')));
      showAccountPage(
        ctx,
        pair ? change(wordsOf(ctx), visitor, pair, changed.typed, changed.problems) : gone(wordsOf(ctx)),
      );
    }),
  );

  router.post(
    '/account/keys/roll',
    forms.form(async (ctx, { account }, form) => {
      const made = await acts.roll(ctx, account, form('key'));
      showAccountPage(
        ctx,
        made ? newPair(wordsOf(ctx), made.name, made.pair, made.old._id) : gone(wordsOf(ctx)),
      );
    }),
  );

  router.get(
    '/account/keys/revoke',
    forms.page(async (ctx, visitor) => {
      const pair = await liveKeyPair(visitor.account._id, String(ctx.query['key']));
      showAccountPage(ctx, pair ? question(wordsOf(ctx), visitor, pair) : gone(wordsOf(ctx)));
    }),
  );

  router.post(
    '/account/keys/revoke',
    forms.form(async (ctx, { account }, form) => {
      if (await acts.revoke(ctx, account, form('key'))) leadTo(ctx, '/account?done=revoked');
      else showAccountPage(ctx, gone(wordsOf(ctx)));
    }),
  );
}

interface KeyPageTexts {
  readonly lang: Language;
  readonly texts: OverviewTexts['keys'];
  readonly account: AccountTexts;
}

const wordsOf = (ctx: Context): KeyPageTexts => {
  const { language: lang, keys: texts } = overviewTexts(ctx);
  return { lang, texts, account: accountTexts(ctx) };
};

const back = ({ account }: KeyPageTexts): Html => html`<p><a href="/account">${account.toAccount}</a></p>`;

const gone = (words: KeyPageTexts): Page => ({
  lang: words.lang,
  status: 404,
  title: words.texts.gone,
  body: html`<p>${words.texts.goneHint}</p>${back(words)}`,
});

const shown = (label: string, key: string): Html =>
  html`<p class="label">${label}</p>
<code class="secret">${key}</code>`;

const newPair = (words: KeyPageTexts, name: string, pair: KeyPair, old?: string): Page => ({
  lang: words.lang,
  title: words.texts.made,
  body: html`
<p class="note">${words.texts.copyNow}</p>
<p>${words.texts.called(name)}</p>
${shown('PublicKey', pair.public_key)}
${shown('SecretKey', pair.secret_key)}
${old !== undefined && html`<p>${words.texts.oldGoesOn(old)}</p>`}
${back(words)}`,
});

const change = (
  words: KeyPageTexts,
  visitor: SignedInAccount,
  { _id: key, name }: KeyOverview,
  typed: TypedLimits,
  problems: Problems = {},
): Page => ({
  lang: words.lang,
  status: Object.keys(problems).length > 0 ? 422 : 200,
  title: words.texts.mayDo,
  body: html`
${problemSummary(problems, words.account)}<p><strong>${name}</strong><br><code>${key}</code></p>
<p>${words.texts.hold(visitor.account.timezone)}</p>
${formOf(visitor, '/account/keys/change', html`<input type="hidden" name="key" value="${key}">${limitFields(typed, problems, words.texts)}<button>${words.texts.save}</button>`)}
${back(words)}`,
});

const question = (
  { lang, texts }: KeyPageTexts,
  visitor: SignedInAccount,
  { _id: key, name, last_used_at }: KeyOverview,
): Page => ({
  lang,
  title: texts.revokeTitle,
  body: html`
<p><strong>${name}</strong><br><code>${key}</code></p>
<p>${last_used_at ? texts.used(last_used_at.toISOString().slice(0, 16).replace('T', ' ')) : texts.neverUsed} ${texts.refused}</p>
<div class="actions">${formOf(visitor, '/account/keys/revoke', html`<input type="hidden" name="key" value="${key}"><button class="grave small">${texts.revokeButton}</button>`)}<a class="button" href="/account">${texts.keep}</a></div>`,
});
