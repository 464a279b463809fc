import { liveSessions } from '../../../common/accounts/sessions.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import type { SessionDocument } from '../../../common/models/sessions.ts';
import { deviceParts } from '../../../shared/devices.ts';
import { cityOf } from '../../../shared/time-zones.ts';
import type { OverviewTexts } from '../texts/language.ts';
import { hidden, shownTime, stackedTable } from './fields.ts';
import { type AccountParts, formOf, leadTo } from './forms.ts';
import { endOne, endOthers, type SignedInAccount, sessionIdOf } from './sessions.ts';

export async function sessionSection(visitor: SignedInAccount, texts: OverviewTexts): Promise<Html> {
  const found = await liveSessions(visitor.account);
  const { timezone } = visitor.account;
  const { sessions } = texts;
  return html`<section aria-labelledby="sessions">
<h2 id="sessions">${sessions.title}</h2>
<p class="soft">${sessions.hint}</p>
${stackedTable(
  texts.times(cityOf(timezone)),
  [sessions.device, sessions.address, sessions.signedIn, sessions.lastSeen, hidden(texts.whatToDo)],
  found.map((session) => sessionRow(visitor, session, timezone, sessions)),
)}
${found.length > 1 && formOf(visitor, '/account/sessions/end-others', html`<button class="quiet">${sessions.endOthers}</button>`)}</section>`;
}

function sessionRow(
  visitor: SignedInAccount,
  session: SessionDocument,
  timezone: string,
  texts: OverviewTexts['sessions'],
): Html {
  const { _id: id, address, created_at, last_seen_at } = session;
  const { browser, system } = deviceParts(session.device ?? null);
  const device = texts.deviceWords(browser, system);
  const isThis = id === sessionIdOf(visitor);
  const called = hidden(texts.ofDevice(device));
  return html`<tr role="row"><th role="rowheader" scope="row">${device}${isThis && html`<span class="about">${texts.thisBrowser}</span>`}</th>
<td role="cell" data-label="${texts.address}">${address ? html`<code>${address}</code>` : texts.unknown}</td>
<td role="cell" data-label="${texts.signedIn}">${shownTime(created_at, timezone)}</td>
<td role="cell" data-label="${texts.lastSeen}">${shownTime(last_seen_at ?? created_at, timezone)}</td>
<td role="cell">${!isThis && html`<div class="actions">${formOf(visitor, '/account/sessions/end', html`<input type="hidden" name="session" value="${id}"><button class="quiet small">${texts.end}${called}</button>`)}</div>`}</td></tr>
`;
}

export function sessionForms({ router, forms }: AccountParts): void {
  router.post(
    '/account/sessions/end',
    forms.form(async (ctx, visitor, form) => {
      await endOne(ctx, visitor, form('session'));
      leadTo(ctx, '/account?done=session');
    }),
  );

  router.post(
    '/account/sessions/end-others',
    forms.form(async (ctx, visitor) => {
      await endOthers(ctx, visitor);
      leadTo(ctx, '/account?done=sessions');
    }),
  );
}
