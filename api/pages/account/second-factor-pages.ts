import { renderSVG } from 'uqr';
import { type Html, html } from '../../../common/domain/html.ts';
import { shownBytes } from '../../../common/domain/one-time-codes.ts';
import type { Page } from '../layout.ts';
import { codeField } from './code-field.ts';
import { type Problems, problemSummary, textField } from './fields.ts';
import { formOf } from './forms.ts';
import type { Visitor } from './sessions.ts';
import { shownTime } from './shown-time.ts';

const PATH = '/account/second-factor';
/** Modules around a QR code that stay empty (ISO/IEC 18004, 5.3.8). */
const QUIET_ZONE = 4;

const BACK = html`<p><a href="/account">Back to your account</a></p>`;

const statusOf = (problems: Problems): number => (Object.keys(problems).length > 0 ? 422 : 200);

/** What the account page says of the second factor. */
export function secondFactorSection({ account }: Visitor): Html {
  const { second_factor: factor } = account;
  return html`<section aria-labelledby="second-factor">
<h2 id="second-factor">Second factor</h2>
<p class="soft">${
    factor
      ? html`It is on since ${shownTime(factor.turned_on_at, account.timezone)}. ${left(factor.recovery.length)}`
      : 'After the password, signing in can ask for a code that an app on your phone shows. A password that was stolen is then not enough.'
  }</p>
<p><a class="button" href="${PATH}">${factor ? 'Change or turn off' : 'Set up a second factor'}</a></p>
</section>`;
}

const left = (codes: number): string => {
  if (codes === 0) return 'No recovery code is left: make new ones.';
  return codes === 1 ? '1 recovery code is left: make new ones soon.' : `${codes} recovery codes are left.`;
};

/** It is off: what it is, and the password that begins setting it up. */
export const factorOffPage = (visitor: Visitor, problems: Problems = {}, status?: number): Page => ({
  status: status ?? statusOf(problems),
  title: 'Set up a second factor',
  body: html`
${problemSummary(problems)}<p>After the password, signing in will ask for a code of six digits. An authenticator app on your phone shows it (for instance Aegis, 2FAS, Google Authenticator, or your password manager).</p>
<p>Keys of programs go on working as they do.</p>
${formOf(
  visitor,
  `${PATH}/start`,
  html`<input type="hidden" name="username" autocomplete="username" value="${visitor.account.email}">
${textField({ name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password', problem: problems['password'] })}<button>Go on</button>`,
)}${BACK}`,
});

const confirmForm = (visitor: Visitor, problems: Problems): Html =>
  formOf(
    visitor,
    `${PATH}/on`,
    html`${codeField(problems, 'The six digits that your app shows now')}<button>Turn it on</button>`,
  );

/** The secret, as a QR code and as a text, and the code that confirms it. It is the answer to the password: it has no address of its own. */
export const offerPage = (visitor: Visitor, secret: Buffer, uri: string): Page => ({
  title: 'Scan this code',
  body: html`
<p>Open your authenticator app, add an account, and scan this code.</p>
<div class="qr" role="img" aria-label="QR code with the secret, which also stands below as a text">${{ html: renderSVG(uri, { ecc: 'M', border: QUIET_ZONE }) }}</div>
<p class="label">If you can not scan it, type this secret into the app</p>
<code class="secret">${shownBytes(secret).match(/.{4}/g)!.join(' ')}</code>
${confirmForm(visitor, {})}${BACK}`,
});

/** After a wrong code. The secret is not shown again: who has the session alone never sees it. */
export const confirmPage = (visitor: Visitor, problems: Problems): Page => ({
  status: statusOf(problems),
  title: 'Enter the code of your app',
  body: html`
${problemSummary(problems)}${confirmForm(visitor, problems)}<p>Is the account not in your app yet? <a href="${PATH}">Start again</a>.</p>
${BACK}`,
});

/** Recovery codes, shown once. */
export const recoveryPage = (title: string, codes: readonly string[]): Page => ({
  title,
  body: html`
<p class="note"><strong>Keep these recovery codes now</strong>, on paper or in a password manager. They are shown this once. Each works once in place of a code of your app, if you lose your phone. Earlier recovery codes no longer work.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
${BACK}`,
});

/** It is on: new recovery codes, and turning it off. One field serves both. */
export const factorOnPage = (visitor: Visitor, problems: Problems = {}, status?: number): Page => {
  const { second_factor: factor, timezone } = visitor.account;
  return {
    status: status ?? statusOf(problems),
    title: 'Second factor',
    body: html`
${problemSummary(problems)}${factor && html`<p>It is on since ${shownTime(factor.turned_on_at, timezone)}. ${left(factor.recovery.length)}</p>`}
${formOf(
  visitor,
  `${PATH}/codes`,
  html`${codeField(problems)}<div class="actions"><button>Make new recovery codes</button><button class="quiet" formaction="${PATH}/off">Turn off the second factor</button></div>`,
)}<p class="soft">New recovery codes replace those that you have. To use another phone, turn it off and set it up again.</p>
${BACK}`,
  };
};
