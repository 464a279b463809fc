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
import { asPage, type Page, showPage } from './layout.ts';
import { unknownLink } from './links-without-mail.ts';
import { type AccountTexts, accountTexts } from './texts/language.ts';

/** `/verify/<token>`: its button verifies a sender. Opening the page changes nothing, because link scanners open it, too. */
export function verifyPages(router: Router, key: TokenKey, limits: RateLimits): void {
  const find = async (ctx: Context) => {
    const content = readToken(key, 'verify', String(ctx.params.token));
    const sender = content && (await livingSender(content));
    if (!sender) throw unknownLink(ctx);
    return { sender, nonce: content.second };
  };
  const show = async (ctx: Context, sender: SenderDocument, page: Page): Promise<void> =>
    showPage(ctx, { ...page, brand: brandBlock(await brandOf(sender.user_id)) });

  router.get(
    '/verify/:token',
    asPage(async (ctx) => {
      const { sender, nonce } = await find(ctx);
      const state = linkState(sender.verification, nonce, now());
      await show(ctx, sender, pageOf(accountTexts(ctx), sender, state));
    }),
  );

  router.post(
    '/verify/:token',
    asPage(async (ctx) => {
      await readPageForm(ctx, limits);
      const { sender, nonce } = await find(ctx);
      const at = now();
      const { _id: id, user_id: owner } = sender;
      const told = [{ user_id: owner, type: 'sender.verified', id }] as const;
      if (await toldChange(told, () => verifySender(owner, id, nonce, at))) {
        const { _id: subject, user_id, from_email: address } = sender;
        await note(
          { kind: 'sender-verified', user_id, subject, occasion: nonce, facts: { address } },
          ctx.state.log,
        );
        await confirmAddress(user_id, address, at);
        await returnVerificationPlaces({ ...sender, verification: { nonce } });
        return show(ctx, sender, verified(accountTexts(ctx), sender));
      }
      // The link was invalid, or became so after the sender was read.
      const after = (await livingSender({ account: owner, id })) ?? sender;
      const state = linkState(after.verification, nonce, at);
      await show(ctx, after, pageOf(accountTexts(ctx), after, state === 'good' ? 'used' : state));
    }),
  );
}

const pageOf = (texts: AccountTexts, sender: SenderDocument, state: LinkState): Page => ({
  ...(state === 'good' ? question(texts, sender) : { status: 410, ...REFUSALS[state](texts, sender) }),
});

const question = ({ sender }: AccountTexts, { from_email }: SenderDocument): Page => ({
  title: sender.title,
  body: html`
<p>${sender.question(from_email)}</p>
<form method="post"><button>${sender.yes}</button></form>
<p class="soft">${sender.notAsked}</p>`,
});

const verified = ({ sender }: AccountTexts, { from_email }: SenderDocument): Page => ({
  title: sender.done,
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${sender.can(from_email)}</span></p>
<p>${sender.goesOn}</p>`,
});

type RefusalPage = (texts: AccountTexts, sender: SenderDocument) => Page;

const REFUSALS: Readonly<Record<Exclude<LinkState, 'good'>, RefusalPage>> = {
  used: ({ link }, { from_email, is_verified }) => ({
    title: link.used,
    body: html`<p>${is_verified ? link.nothingLeft(from_email) : link.askAnew(from_email)}</p>`,
  }),
  superseded: ({ link }) => ({ title: link.newer, body: html`<p>${link.newerHint}</p>` }),
  expired: ({ link }) => ({ title: link.expired, body: html`<p>${link.expiredHint(LINK_DAYS)}</p>` }),
};
