import { type Html, html } from '../../../common/domain/html.ts';
import type { OverviewTexts } from '../texts/language.ts';
import { accountActs } from './account-acts.ts';
import { type AccountParts, formOf, leadTo } from './forms.ts';
import type { SignedInAccount } from './sessions.ts';

export function trackingSection(visitor: SignedInAccount, texts: OverviewTexts['tracking']): Html {
  const isOn = visitor.account.tracking !== false;
  return html`<section aria-labelledby="tracking">
<h2 id="tracking">${texts.title}</h2>
<p class="soft">${isOn ? texts.on : texts.off}</p>
${formOf(
  visitor,
  '/account/tracking',
  html`<input type="hidden" name="tracking" value="${isOn ? 'off' : 'on'}"><button class="quiet">${isOn ? texts.stop : texts.start}</button>`,
)}</section>`;
}

export function trackingForm({ router, forms }: AccountParts): void {
  router.post(
    '/account/tracking',
    forms.form(async (ctx, { account }, form) => {
      await accountActs.saveTracking(ctx, account._id, form('tracking') !== 'off');
      leadTo(ctx, '/account?done=tracking');
    }),
  );
}
