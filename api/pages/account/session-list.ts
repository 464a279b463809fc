import type Router from '@koa/router';
import { liveSessions } from '../../../common/accounts/sessions.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import type { SessionDocument } from '../../../common/models/sessions.ts';
import { type Forms, formOf, leadTo } from './forms.ts';
import { endOne, endOthers } from './session-acts.ts';
import { sessionIdOf, type Visitor } from './sessions.ts';
import { shownTime } from './shown-time.ts';

/** Where the account is signed in, with the buttons that end it. */
export async function sessionSection(visitor: Visitor): Promise<Html> {
  const sessions = await liveSessions(visitor.account);
  const { timezone } = visitor.account;
  return html`<section aria-labelledby="sessions">
<h2 id="sessions">Where you are signed in</h2>
<p class="soft">A session ends by itself half a day after signing in. If you do not know one of them, end it and change your password.</p>
<table role="table">
<caption>Times are in ${timezone}.</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Device</th><th role="columnheader" scope="col">Address</th><th role="columnheader" scope="col">Signed in</th><th role="columnheader" scope="col">Last seen</th><th role="columnheader" scope="col"><span class="hidden">What to do</span></th></tr></thead>
<tbody role="rowgroup">
${sessions.map((session) => sessionRow(visitor, session, timezone))}</tbody>
</table>
${sessions.length > 1 && formOf(visitor, '/account/sessions/end-others', html`<button class="quiet">End all other sessions</button>`)}</section>`;
}

function sessionRow(visitor: Visitor, session: SessionDocument, timezone: string): Html {
  const { _id: id, device, address, created_at, last_seen_at } = session;
  const isThis = id === sessionIdOf(visitor);
  const called = html`<span class="hidden"> the session of ${device ?? 'an unknown browser'}</span>`;
  return html`<tr role="row"><th role="rowheader" scope="row">${device ?? 'An unknown browser'}${isThis && html`<span class="about">This browser</span>`}</th>
<td role="cell" data-label="Address">${address ? html`<code>${address}</code>` : 'unknown'}</td>
<td role="cell" data-label="Signed in">${shownTime(created_at, timezone)}</td>
<td role="cell" data-label="Last seen">${shownTime(last_seen_at ?? created_at, timezone)}</td>
<td role="cell">${!isThis && html`<div class="actions">${formOf(visitor, '/account/sessions/end', html`<input type="hidden" name="session" value="${id}"><button class="quiet small">End${called}</button>`)}</div>`}</td></tr>
`;
}

/** The forms that end sessions. */
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
