import type Router from '@koa/router';
import { liveSessions } from '../../../common/accounts/sessions.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import type { SessionDocument } from '../../../common/models/sessions.ts';
import type { OverviewTexts } from '../texts/language.ts';
import { type Forms, formOf, leadTo } from './forms.ts';
import { endOne, endOthers } from './session-acts.ts';
import { type SignedInAccount, sessionIdOf } from './sessions.ts';
import { shownTime } from './shown-time.ts';

export async function sessionSection(visitor: SignedInAccount, texts: OverviewTexts): Promise<Html> {
  const found = await liveSessions(visitor.account);
  const { timezone } = visitor.account;
  const { sessions } = texts;
  const columns = [sessions.device, sessions.address, sessions.signedIn, sessions.lastSeen];
  return html`<section aria-labelledby="sessions">
<h2 id="sessions">${sessions.title}</h2>
<p class="soft">${sessions.hint}</p>
<table role="table">
<caption>${texts.times(timezone)}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}<th role="columnheader" scope="col"><span class="hidden">${texts.whatToDo}</span></th></tr></thead>
<tbody role="rowgroup">
${found.map((session) => sessionRow(visitor, session, timezone, sessions))}</tbody>
</table>
${found.length > 1 && formOf(visitor, '/account/sessions/end-others', html`<button class="quiet">${sessions.endOthers}</button>`)}</section>`;
}

function sessionRow(
  visitor: SignedInAccount,
  session: SessionDocument,
  timezone: string,
  texts: OverviewTexts['sessions'],
): Html {
  const { _id: id, device = null, address, created_at, last_seen_at } = session;
  const isThis = id === sessionIdOf(visitor);
  const called = html`<span class="hidden">${texts.ofDevice(device)}</span>`;
  return html`<tr role="row"><th role="rowheader" scope="row">${device ?? texts.unknownBrowser}${isThis && html`<span class="about">${texts.thisBrowser}</span>`}</th>
<td role="cell" data-label="${texts.address}">${address ? html`<code>${address}</code>` : texts.unknown}</td>
<td role="cell" data-label="${texts.signedIn}">${shownTime(created_at, timezone)}</td>
<td role="cell" data-label="${texts.lastSeen}">${shownTime(last_seen_at ?? created_at, timezone)}</td>
<td role="cell">${!isThis && html`<div class="actions">${formOf(visitor, '/account/sessions/end', html`<input type="hidden" name="session" value="${id}"><button class="quiet small">${texts.end}${called}</button>`)}</div>`}</td></tr>
`;
}

export function sessionForms(router: Router, forms: Forms): void {
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
