import type { Context } from 'koa';
import { type KeyOverview, liveKeyPairs } from '../../../common/accounts/key-pairs.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import { limitsOf } from '../../../common/domain/quotas.ts';
import type { Suspension } from '../../../common/models/accounts.ts';
import type { Service } from '../../http/endpoint.ts';
import { quotaUse } from '../../quota-use.ts';
import { brandSection } from './brand-section.ts';
import { field, type Problems, problemSummary, textField } from './fields.ts';
import { formOf, showRoomyPage } from './forms.ts';
import { limitFields, limitsInWords, TYPED_NOTHING } from './key-limits.ts';
import { newPasswordField } from './new-password.ts';
import { quotaSection } from './quotas.ts';
import { secondFactorSection } from './second-factor-pages.ts';
import { sessionSection } from './session-list.ts';
import type { Visitor } from './sessions.ts';
import { shownTime } from './shown-time.ts';
import { timeZoneOptions } from './time-zones.ts';
import { trackingSection } from './tracking.ts';

/** What the last form did, by the word in the redirect. */
const DONE: ReadonlyMap<unknown, string> = new Map([
  ['details', 'Your details are saved.'],
  ['tracking', 'It is saved. It holds for mails that are composed from now on.'],
  ['brand', 'Your pages for recipients are changed.'],
  ['password', 'Your password is changed. Wherever else you were signed in, you no longer are.'],
  ['second-factor-off', 'The second factor is off. Wherever else you were signed in, you no longer are.'],
  ['key', 'It is saved. It holds from the next call of this key pair on.'],
  ['session', 'The session is ended.'],
  ['sessions', 'All other sessions are ended.'],
  ['revoked', 'The key pair is revoked: it works no more.'],
]);

/** A refused form: its problems, and what the visitor typed. */
export interface Refused {
  readonly problems: Problems;
  readonly status?: number;
  readonly typed?: Readonly<Record<string, string>>;
}

/** The page of an account, with all its forms. */
export async function showOverview(
  ctx: Context,
  visitor: Visitor,
  service: Pick<Service, 'config' | 'underWay' | 'questions'>,
  refused?: Refused,
): Promise<void> {
  const { problems = {}, status = 422, typed = {} } = refused ?? {};
  const { account } = visitor;
  const [pairs, used, brand, sessions] = await Promise.all([
    liveKeyPairs(account._id),
    quotaUse(account._id, service),
    brandSection(visitor, problems, typed),
    sessionSection(visitor),
  ]);
  const done = refused ? undefined : DONE.get(ctx.query['done']);
  showRoomyPage(ctx, {
    status: refused ? status : 200,
    title: 'Your account',
    body: html`
<div class="bar">
<p class="soft">Signed in as ${account.email}</p>
${formOf(visitor, '/account/sign-out', html`<button class="quiet small">Sign out</button>`)}</div>
${done !== undefined && html`<p class="done" role="status"><span aria-hidden="true">✓</span> <span>${done}</span></p>`}
${problemSummary(problems)}
${account.suspended && suspension(account.suspended, account.timezone)}
${keySection(visitor, pairs, problems, typed)}
${detailSection(visitor, problems, typed)}
${trackingSection(visitor)}
${brand}
${passwordSection(visitor, problems)}
${secondFactorSection(visitor)}
${sessions}
${quotaSection(limitsOf(service.config.quotas, account.quotas), used)}`,
  });
}

const suspension = (
  { at, reason }: Suspension,
  timezone: string,
): Html => html`<div class="problem" role="alert">
<h2>Your account is suspended</h2>
<p>Since ${shownTime(at, timezone)} nothing of it is sent, and programs that use its keys are refused. Links in mails that are out go on working.</p>
${reason !== '' && html`<p>The reason: <strong>${reason}</strong></p>`}
<p>Please ask your administrator.</p>
</div>
`;

const keySection = (
  visitor: Visitor,
  pairs: readonly KeyOverview[],
  problems: Problems,
  typed: Readonly<Record<string, string>>,
): Html => html`<section aria-labelledby="keys">
<h2 id="keys">Key pairs</h2>
<p class="soft">A program that uses the API sends a pair of keys with each call, in the headers <code>PublicKey</code> and <code>SecretKey</code>. To roll a pair makes a new one beside it: the old one works until you revoke it.</p>
${pairs.length === 0 ? html`<p>There is no key pair yet.</p>` : keyTable(visitor, pairs)}
${formOf(
  visitor,
  '/account/keys',
  html`${textField({
    name: 'key_name',
    label: 'Name of a new pair',
    hint: 'Which program it is for, so that you know it again',
    value: typed['key_name'] ?? '',
    autocomplete: 'off',
    problem: problems['key_name'],
  })}${limitFields({ ...TYPED_NOTHING, ...typed }, problems)}<button>Create a key pair</button>`,
)}</section>`;

const keyTable = (visitor: Visitor, pairs: readonly KeyOverview[]): Html => {
  const { timezone } = visitor.account;
  // On a narrow screen the style sheet stacks the cells, and table elements lose their roles. So the roles are set here.
  return html`<table role="table">
<caption>Times are in ${timezone}.</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Name</th><th role="columnheader" scope="col">Public key</th><th role="columnheader" scope="col">May</th><th role="columnheader" scope="col">Created</th><th role="columnheader" scope="col">Last used</th><th role="columnheader" scope="col"><span class="hidden">What to do</span></th></tr></thead>
<tbody role="rowgroup">
${pairs.map((pair) => keyRow(visitor, pair, timezone))}</tbody>
</table>`;
};

const keyRow = (visitor: Visitor, { _id: key, name, ...pair }: KeyOverview, timezone: string): Html => {
  const lastUsed = pair.last_used_at ?? null;
  const called = html`<span class="hidden"> the key pair ${name || key}</span>`;
  return html`<tr role="row"><th role="rowheader" scope="row">${name || '(no name)'}</th>
<td role="cell" data-label="Public key"><code>${key}</code></td>
<td role="cell" data-label="May">${limitsInWords(pair, timezone)}</td>
<td role="cell" data-label="Created">${shownTime(pair.created_at, timezone)}</td>
<td role="cell" data-label="Last used">${lastUsed ? shownTime(lastUsed, timezone) : 'never'}</td>
<td role="cell"><div class="actions"><a class="button" href="/account/keys/change?key=${key}">Change${called}</a>${formOf(visitor, '/account/keys/roll', html`<input type="hidden" name="key" value="${key}"><button class="quiet small">Roll${called}</button>`)}<a class="button" href="/account/keys/revoke?key=${key}">Revoke${called}</a></div></td></tr>
`;
};

const detailSection = (
  visitor: Visitor,
  problems: Problems,
  typed: Readonly<Record<string, string>>,
): Html => {
  const { name, timezone } = visitor.account;
  return html`<section aria-labelledby="details">
<h2 id="details">Your details</h2>
${formOf(
  visitor,
  '/account/details',
  html`${textField({ name: 'name', label: 'Name', value: typed['name'] ?? name, autocomplete: 'name', problem: problems['name'] })}
${field(
  {
    name: 'timezone',
    label: 'Time zone',
    hint: 'The dates and times of your sends are in it',
    problem: problems['timezone'],
  },
  (attributes) => html`<select ${attributes}>${timeZoneOptions(timezone)}</select>`,
)}<button>Save your details</button>`,
)}</section>`;
};

const passwordSection = (
  visitor: Visitor,
  problems: Problems,
): Html => html`<section aria-labelledby="password">
<h2 id="password">Password</h2>
${formOf(
  visitor,
  '/account/password',
  html`<input type="hidden" name="username" autocomplete="username" value="${visitor.account.email}">
${textField({ name: 'old_password', label: 'Your password now', type: 'password', autocomplete: 'current-password', problem: problems['old_password'] })}
${newPasswordField(problems)}<button>Change your password</button>`,
)}</section>`;
