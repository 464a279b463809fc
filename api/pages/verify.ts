import type Router from '@koa/router';
import type { Context } from 'koa';
import { brandOf } from '../../common/accounts/brands.ts';
import { toldChange } from '../../common/changes/event-notes.ts';
import { note } from '../../common/changes/notices.ts';
import { confirmAddress } from '../../common/changes/notification-recipients.ts';
import { verifySender } from '../../common/changes/senders.ts';
import { returnVerificationPlaces } from '../../common/changes/verification-quotas.ts';
import { now } from '../../common/clock.ts';
import { html } from '../../common/domain/html.ts';
import { readToken, type TokenKey } from '../../common/domain/tokens.ts';
import { LINK_DAYS, type LinkState, linkState } from '../../common/domain/verification.ts';
import type { SenderDocument } from '../../common/models/senders.ts';
import { livingSender } from '../../common/queries/senders.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { brandBlock } from './brand.ts';
import { readPageForm } from './form-body.ts';
import { asPage, LINK_UNKNOWN, type Page, showPage } from './layout.ts';

/** `/verify/<token>`: its button verifies a sender. Opening the page changes nothing, because link scanners open it too. */
export function verifyPages(router: Router, key: TokenKey, limits: RateLimits): void {
  const find = async (ctx: Context) => {
    const content = readToken(key, 'verify', String(ctx.params.token));
    const sender = content && (await livingSender(content.id));
    return sender && { sender, nonce: content.second };
  };
  const show = async (ctx: Context, sender: SenderDocument, page: Page): Promise<void> =>
    showPage(ctx, { ...page, brand: brandBlock(await brandOf(sender.user_id)) });

  router.get(
    '/verify/:token',
    asPage(async (ctx) => {
      const found = await find(ctx);
      if (!found) return showPage(ctx, LINK_UNKNOWN);
      const { sender, nonce } = found;
      await show(ctx, sender, pageOf(sender, linkState(sender.verification, nonce, now())));
    }),
  );

  router.post(
    '/verify/:token',
    asPage(async (ctx) => {
      await readPageForm(ctx, limits);
      const found = await find(ctx);
      if (!found) return showPage(ctx, LINK_UNKNOWN);
      const { sender, nonce } = found;
      const at = now();
      const { _id: id, user_id: owner } = sender;
      const told = [{ user_id: owner, type: 'sender.verified', id }] as const;
      if (await toldChange(told, () => verifySender(id, nonce, at))) {
        const { _id: subject, user_id, from_email: address } = sender;
        await note(
          { kind: 'sender-verified', user_id, subject, occasion: nonce, facts: { address } },
          ctx.state.log,
        );
        await confirmAddress(user_id, address, at);
        await returnVerificationPlaces({ ...sender, verification: { nonce } });
        return show(ctx, sender, verified(sender));
      }
      // The link was not valid, or became invalid after the sender was read.
      const after = (await livingSender(sender._id)) ?? sender;
      const state = linkState(after.verification, nonce, at);
      await show(ctx, after, pageOf(after, state === 'good' ? 'used' : state));
    }),
  );
}

const pageOf = (sender: SenderDocument, state: LinkState): Page =>
  state === 'good' ? question(sender) : { status: 410, ...REFUSALS[state](sender) };

const question = ({ from_email }: SenderDocument): Page => ({
  title: 'Confirm your sender address',
  body: html`
<p>Do you want mails to be sent from <strong>${from_email}</strong>?</p>
<form method="post"><button>Yes, confirm this address</button></form>
<p class="soft">If you did not ask for this, close this page. Nothing is sent from your address unless you confirm it.</p>`,
});

const verified = ({ from_email }: SenderDocument): Page => ({
  title: 'Address confirmed',
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>Mails can now be sent from ${from_email}.</span></p>
<p>What was waiting for this goes on by itself. You can close this page.</p>`,
});

const REFUSALS: Readonly<Record<Exclude<LinkState, 'good'>, (sender: SenderDocument) => Page>> = {
  used: ({ from_email, is_verified }) => ({
    title: 'This link was used already',
    body: is_verified
      ? html`<p><strong>${from_email}</strong> is confirmed: there is nothing left to do.</p>`
      : html`<p>To confirm <strong>${from_email}</strong>, ask for a new mail.</p>`,
  }),
  superseded: () => ({
    title: 'There is a newer link',
    body: html`<p>A newer mail was sent, or the address was changed. Please use the link of the newest mail.</p>`,
  }),
  expired: () => ({
    title: 'This link has expired',
    body: html`<p>Such a link is good for ${LINK_DAYS} days. Please ask for a new mail.</p>`,
  }),
};
