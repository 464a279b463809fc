import { type Html, html } from '../../../common/domain/html.ts';
import type { Page } from '../layout.ts';
import type { AccountTexts } from '../texts/language.ts';
import { codeField, type Problems, problemSummary, shownTime, statusOf, textField } from './fields.ts';
import { formOf, PLAIN_ACCOUNT } from './forms.ts';
import type { SignedInAccount } from './sessions.ts';

const PATH = '/account/second-factor';

const back = ({ toAccount }: AccountTexts): Html => html`<p><a href="${PLAIN_ACCOUNT}">${toAccount}</a></p>`;

const standing = ({ account }: SignedInAccount, { factor }: AccountTexts): Html | null => {
  const { second_factor: on, timezone } = account;
  if (!on) return null;
  return html`${factor.since(shownTime(on.turned_on_at, timezone))} ${factor.left(on.recovery.length)}`;
};

export function secondFactorSection(visitor: SignedInAccount, texts: AccountTexts): Html {
  const { factor } = texts;
  const on = standing(visitor, texts);
  return html`<section aria-labelledby="second-factor">
<h2 id="second-factor">${factor.title}</h2>
<p class="soft">${on ?? factor.off}</p>
<p><a class="button" href="${PATH}">${on ? factor.change : factor.setUp}</a></p>
</section>`;
}

export const factorOffPage = (
  visitor: SignedInAccount,
  texts: AccountTexts,
  problems: Problems = {},
  status = statusOf(problems),
): Page => ({
  status,
  title: texts.factor.setUp,
  body: html`
${problemSummary(problems, texts)}<p>${texts.factor.what}</p>
<p>${texts.factor.keys}</p>
${formOf(
  visitor,
  `${PATH}/start`,
  html`<input type="hidden" name="username" autocomplete="username" value="${visitor.account.email}">
${textField({ name: 'password', label: texts.yourPassword, type: 'password', autocomplete: 'current-password', problem: problems['password'] })}<button>${texts.factor.goOn}</button>`,
)}${back(texts)}`,
});

const confirmForm = (visitor: SignedInAccount, texts: AccountTexts, problems: Problems): Html =>
  formOf(
    visitor,
    `${PATH}/on`,
    html`${codeField(problems, texts, texts.factor.appCode)}<button>${texts.factor.turnOn}</button>`,
  );

/** The secret as QR code and text, and the field for its first code. Only the answer to the password shows it, without an address. */
export const offerPage = (
  visitor: SignedInAccount,
  texts: AccountTexts,
  { secret, qr }: { readonly secret: string; readonly qr: string },
): Page => ({
  title: texts.factor.scan,
  body: html`
<p>${texts.factor.scanHint}</p>
<div class="qr" role="img" aria-label="${texts.factor.qr}">${{ html: qr }}</div>
<p class="label">${texts.factor.type}</p>
<code class="secret">${secret}</code>
${confirmForm(visitor, texts, {})}${back(texts)}`,
});

/** After a wrong code. The secret is not shown again, because a stolen session must not reveal it. */
export const confirmPage = (visitor: SignedInAccount, texts: AccountTexts, problems: Problems): Page => ({
  status: statusOf(problems),
  title: texts.factor.enter,
  body: html`
${problemSummary(problems, texts)}${confirmForm(visitor, texts, problems)}<p>${texts.factor.notInApp} <a href="${PATH}">${texts.factor.startAgain}</a>.</p>
${back(texts)}`,
});

export const recoveryPage = (texts: AccountTexts, title: string, codes: readonly string[]): Page => ({
  title,
  body: html`
<p class="note">${texts.factor.keep}</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
${back(texts)}`,
});

/** The page while it is on, with new recovery codes and turning it off. One code field serves both. */
export const factorOnPage = (
  visitor: SignedInAccount,
  texts: AccountTexts,
  problems: Problems = {},
  status = statusOf(problems),
): Page => {
  const on = standing(visitor, texts);
  return {
    status,
    title: texts.factor.title,
    body: html`
${problemSummary(problems, texts)}${on && html`<p>${on}</p>`}
${formOf(
  visitor,
  `${PATH}/codes`,
  html`${codeField(problems, texts)}<div class="actions"><button>${texts.factor.make}</button><button class="quiet" formaction="${PATH}/off">${texts.factor.turnOff}</button></div>`,
)}<p class="soft">${texts.factor.replace}</p>
${back(texts)}`,
  };
};
