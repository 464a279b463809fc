import type { Context } from 'koa';
import { type KeyOverview, liveKeyPairs } from '../../../common/accounts/key-pairs.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import { quotaLimitsOf } from '../../../common/domain/quotas.ts';
import type { Suspension } from '../../../common/models/accounts.ts';
import { cityOf } from '../../../shared/time-zones.ts';
import type { Service } from '../../http/endpoint.ts';
import { quotaUse } from '../../services/quota-use.ts';
import { type AccountTexts, accountTexts, type OverviewTexts, overviewTexts } from '../texts/language.ts';
import { brandSection } from './brand-section.ts';
import {
  field,
  hidden,
  newPasswordField,
  type Problems,
  problemSummary,
  shownTime,
  stackedTable,
  textField,
} from './fields.ts';
import { formOf, showRoomyPage } from './forms.ts';
import { limitFields, limitsInWords, TYPED_NOTHING } from './key-limits.ts';
import { quotaSection } from './quotas.ts';
import { secondFactorSection } from './second-factor-pages.ts';
import { sessionSection } from './session-list.ts';
import type { SignedInAccount } from './sessions.ts';
import { timeZoneOptions } from './time-zones.ts';
import { trackingSection } from './tracking.ts';

export interface FormRefusal {
  readonly problems: Problems;
  readonly status?: number;
  readonly typed?: Readonly<Record<string, string>>;
}

export async function showOverview(
  ctx: Context,
  visitor: SignedInAccount,
  service: Pick<Service, 'config' | 'underWay' | 'questions'>,
  refused?: FormRefusal,
): Promise<void> {
  const { problems = {}, status = 422, typed = {} } = refused ?? {};
  const { account } = visitor;
  const texts = overviewTexts(ctx);
  const accountWords = accountTexts(ctx);
  const [pairs, used, brand, sessions] = await Promise.all([
    liveKeyPairs(account._id),
    quotaUse(account._id, service),
    brandSection(visitor, texts.brand, problems, typed),
    sessionSection(visitor, texts),
  ]);
  const word = ctx.query['done'];
  const done =
    refused || typeof word !== 'string' || !Object.hasOwn(texts.done, word) ? undefined : texts.done[word];
  showRoomyPage(ctx, {
    status: refused ? status : 200,
    title: texts.title,
    body: html`
<div class="bar">
<p class="soft">${texts.signedInAs(account.email)}</p>
${formOf(visitor, '/account/sign-out', html`<button class="quiet small">${texts.signOut}</button>`)}</div>
${done !== undefined && html`<p class="done" role="status"><span aria-hidden="true">✓</span> <span>${done}</span></p>`}
${problemSummary(problems, accountWords)}
${account.suspended && suspension(account.suspended, account.timezone, texts)}
${keySection(visitor, texts, pairs, problems, typed)}
${detailSection(visitor, texts.details, problems, typed)}
${trackingSection(visitor, texts.tracking)}
${brand}
${passwordSection(visitor, texts.password, accountWords, problems)}
${secondFactorSection(visitor, accountWords)}
${sessions}
${quotaSection(quotaLimitsOf(service.config.quotas, account.quotas), used, texts)}
<p class="soft"><a href="/console/settings/account#closing">${texts.closing}</a></p>`,
  });
}

const suspension = (
  { at, reason }: Suspension,
  timezone: string,
  { suspended }: OverviewTexts,
): Html => html`<div class="problem" role="alert">
<h2>${suspended.title}</h2>
<p>${suspended.since(shownTime(at, timezone))}</p>
${reason !== '' && html`<p>${suspended.reason(reason)}</p>`}
<p>${suspended.ask}</p>
</div>
`;

const keySection = (
  visitor: SignedInAccount,
  texts: OverviewTexts,
  pairs: readonly KeyOverview[],
  problems: Problems,
  typed: Readonly<Record<string, string>>,
): Html => {
  const { keys } = texts;
  return html`<section aria-labelledby="keys">
<h2 id="keys">${keys.title}</h2>
<p class="soft">${keys.hint}</p>
${pairs.length === 0 ? html`<p>${keys.none}</p>` : keyTable(visitor, texts, pairs)}
${formOf(
  visitor,
  '/account/keys',
  html`${textField({
    name: 'key_name',
    label: keys.newName,
    hint: keys.newNameHint,
    value: typed['key_name'] ?? '',
    autocomplete: 'off',
    problem: problems['key_name'],
  })}${limitFields({ ...TYPED_NOTHING, ...typed }, problems, keys)}<button>${keys.create}</button>`,
)}</section>`;
};

const keyTable = (visitor: SignedInAccount, texts: OverviewTexts, pairs: readonly KeyOverview[]): Html => {
  const { timezone } = visitor.account;
  const { keys } = texts;
  return stackedTable(
    texts.times(cityOf(timezone)),
    [keys.name, keys.publicKey, keys.may, keys.created, keys.lastUsed, hidden(texts.whatToDo)],
    pairs.map((pair) => keyRow(visitor, keys, pair, timezone)),
  );
};

const keyRow = (
  visitor: SignedInAccount,
  texts: OverviewTexts['keys'],
  { _id: key, name, ...pair }: KeyOverview,
  timezone: string,
): Html => {
  const lastUsed = pair.last_used_at ?? null;
  const called = hidden(texts.ofPair(name || key));
  return html`<tr role="row"><th role="rowheader" scope="row">${name || texts.noName}</th>
<td role="cell" data-label="${texts.publicKey}"><code>${key}</code></td>
<td role="cell" data-label="${texts.may}">${limitsInWords(pair, timezone, texts)}</td>
<td role="cell" data-label="${texts.created}">${shownTime(pair.created_at, timezone)}</td>
<td role="cell" data-label="${texts.lastUsed}">${lastUsed ? shownTime(lastUsed, timezone) : texts.never}</td>
<td role="cell"><div class="actions"><a class="button" href="/account/keys/change?key=${key}">${texts.change}${called}</a>${formOf(visitor, '/account/keys/roll', html`<input type="hidden" name="key" value="${key}"><button class="quiet small">${texts.roll}${called}</button>`)}<a class="button" href="/account/keys/revoke?key=${key}">${texts.revoke}${called}</a></div></td></tr>
`;
};

const detailSection = (
  visitor: SignedInAccount,
  texts: OverviewTexts['details'],
  problems: Problems,
  typed: Readonly<Record<string, string>>,
): Html => {
  const { name, timezone } = visitor.account;
  return html`<section aria-labelledby="details">
<h2 id="details">${texts.title}</h2>
${formOf(
  visitor,
  '/account/details',
  html`${textField({ name: 'name', label: texts.name, value: typed['name'] ?? name, autocomplete: 'name', problem: problems['name'] })}
${field(
  { name: 'timezone', label: texts.zone, hint: texts.zoneHint, problem: problems['timezone'] },
  (attributes) => html`<select ${attributes}>${timeZoneOptions(timezone)}</select>`,
)}<button>${texts.save}</button>`,
)}</section>`;
};

const passwordSection = (
  visitor: SignedInAccount,
  texts: OverviewTexts['password'],
  words: AccountTexts,
  problems: Problems,
): Html => html`<section aria-labelledby="password">
<h2 id="password">${texts.title}</h2>
${formOf(
  visitor,
  '/account/password',
  html`<input type="hidden" name="username" autocomplete="username" value="${visitor.account.email}">
${textField({ name: 'old_password', label: texts.now, type: 'password', autocomplete: 'current-password', problem: problems['old_password'] })}
${newPasswordField(problems, words)}<button>${texts.change}</button>`,
)}</section>`;
