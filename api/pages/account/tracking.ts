import type Router from '@koa/router';
import { changeTracking } from '../../../common/accounts/accounts.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import { actOn } from './activity.ts';
import { type Forms, formOf, leadTo } from './forms.ts';
import type { Visitor } from './sessions.ts';

/** Whether openings and clicks of the account's mails are counted, with the button that changes it. */
export function trackingSection(visitor: Visitor): Html {
  const isOn = visitor.account.tracking !== false;
  return html`<section aria-labelledby="tracking">
<h2 id="tracking">Openings and clicks</h2>
<p class="soft">${
    isOn
      ? 'Mails have a pixel and rewritten links, by which openings and clicks of their recipients are counted. A single mail can go without them.'
      : 'Mails go out without a pixel, and their links are as you wrote them. Nothing is known of openings and clicks.'
  }</p>
${formOf(
  visitor,
  '/account/tracking',
  html`<input type="hidden" name="tracking" value="${isOn ? 'off' : 'on'}"><button class="quiet">${isOn ? 'Stop counting them' : 'Count them'}</button>`,
)}</section>`;
}

/** The form that changes it. */
export function trackingForm(router: Router, forms: Forms): void {
  router.post(
    '/account/tracking',
    forms.form(async (ctx, { account }, form) => {
      await actOn(ctx, 'tracking_changed', { userId: account._id }, () =>
        changeTracking(account._id, form('tracking') !== 'off'),
      );
      leadTo(ctx, '/account?done=tracking');
    }),
  );
}
