import type { Context } from 'koa';
import { dueInZone, scheduledSends } from '../../../common/changes/schedules.ts';
import { html } from '../../../common/domain/html.ts';
import { cityOf } from '../../../shared/time-zones.ts';
import { accountTexts, overviewTexts } from '../texts/language.ts';
import { shownTime, stackedTable } from './fields.ts';
import { formOf, PLAIN_ACCOUNT, showRoomyPage } from './forms.ts';
import type { SignedInAccount } from './sessions.ts';

const SHOWN = 20;

/** Asks what a new time zone means for scheduled sends. Returns false, and shows nothing, if there are none. */
export async function askAboutSchedules(
  ctx: Context,
  visitor: SignedInAccount,
  { name, timezone }: { name: string; timezone: string },
): Promise<boolean> {
  const { _id: userId, timezone: before } = visitor.account;
  const sends = await scheduledSends(userId, 0);
  if (sends.length === 0) return false;
  const { schedules: texts } = overviewTexts(ctx).details;
  const rows = sends.slice(0, SHOWN).map((send) => {
    const { single_send_name, due_at } = send;
    const moved = dueInZone(send, before, timezone);
    return html`<tr role="row"><th role="rowheader" scope="row">${single_send_name}</th>
<td role="cell" data-label="${texts.keeps}">${shownTime(due_at, timezone)}</td>
<td role="cell" data-label="${texts.moves}">${moved ? shownTime(moved, timezone) : texts.past}</td></tr>
`;
  });
  showRoomyPage(ctx, {
    title: texts.title,
    body: html`
<p>${texts.hint(cityOf(before), cityOf(timezone))}</p>
${stackedTable(overviewTexts(ctx).times(cityOf(timezone)), [texts.campaign, texts.keeps, texts.moves], rows)}
${sends.length > SHOWN && html`<p class="soft">${texts.more(sends.length - SHOWN)}</p>`}
${formOf(
  visitor,
  '/account/details',
  html`<input type="hidden" name="name" value="${name}"><input type="hidden" name="timezone" value="${timezone}">
<div class="actions"><button name="schedules" value="keep">${texts.keep}</button><button class="quiet" name="schedules" value="move">${texts.move}</button><a class="button" href="${PLAIN_ACCOUNT}">${accountTexts(ctx).toAccount}</a></div>`,
)}`,
  });
  return true;
}
