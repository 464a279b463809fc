import type Router from '@koa/router';
import type { Context } from 'koa';
import { forgetLostMail } from '../../common/changes/lost-mails.ts';
import { undoOptOut } from '../../common/changes/resubscribes.ts';
import { type Html, html } from '../../common/domain/html.ts';
import { maskedAddress } from '../../common/domain/masked-address.ts';
import type { TokenKey } from '../../common/domain/tokens.ts';
import { isAddressGiven } from '../../common/queries/lost-mails.ts';
import { optOutsOf } from '../../common/queries/suppressions.ts';
import type { Service } from '../http/endpoint.ts';
import {
  type OptOuts,
  questionTo,
  type ReasonQuestion,
  reasonIn,
  reasonOf,
  takeReason,
  thanksFor,
  undoOf,
} from './after-unsubscribe.ts';
import { readPageForm } from './form-body.ts';
import { asPage, type Page } from './layout.ts';
import { takeAddress } from './lost-mail.ts';
import {
  groupName,
  type MailPaths,
  mailPages,
  mailPaths,
  optOut,
  type Subscription,
  showMailPage,
} from './mail-behind.ts';
import type { RecipientTexts } from './texts/language.ts';

/**
 * `/unsubscribe/<token>`: the address in List-Unsubscribe (RFC 8058). A POST from a mail provider (`List-Unsubscribe=One-Click`) or from
 * the page's button unsubscribes the recipient from the mail's group. The body is not read, so no mistake in it can prevent this. GET and
 * HEAD change nothing, because link scanners open every link: in one report they made 489 of 497 unsubscribes by GET. The page after it
 * sends the forms `/undo` and `/reason`, and the page of a lost mail `/address`.
 */
export function unsubscribePages(router: Router, key: TokenKey, { limits, tracking }: Service): void {
  const { read, find, page, form } = mailPages(key, 'unsubscribe', limits);

  async function show(
    ctx: Context,
    subscription: Subscription,
    { below = false, why, stopped, otherwise = question }: UnsubscribeView = {},
  ): Promise<void> {
    const paths = mailPaths(key, subscription, below);
    const now = stopped ?? (await optOutsOf(subscription.mail.user_id, subscription.mail.email));
    const isStopped = now.has(subscription.groupId) || now.has(null);
    const page = isStopped ? unsubscribed(subscription, now, paths, why) : otherwise(subscription, paths);
    showMailPage(ctx, subscription, await page);
  }

  router.get(
    '/unsubscribe/:token',
    page((ctx, subscription) => show(ctx, subscription)),
  );

  async function unsubscribe(ctx: Context, subscription: Subscription, below: boolean): Promise<void> {
    await optOut(subscription.mail, subscription.groupId, tracking, ctx.state.log);
    await show(ctx, subscription, { why: 'open', below });
  }

  router.post(
    '/unsubscribe/:token',
    page((ctx, subscription) => unsubscribe(ctx, subscription, false)),
  );

  router.post(
    '/unsubscribe/:token/address',
    asPage(async (ctx) => {
      await takeAddress(ctx, key, read(ctx), await readPageForm(ctx, limits));
      await unsubscribe(ctx, await find(ctx), true);
    }),
  );

  router.post(
    '/unsubscribe/:token/undo',
    form(async (ctx, subscription) => {
      const stopped = await undoOptOut(subscription.mail, subscription.groupId);
      if (await forgetLostMail(subscription.mail)) return ctx.redirect(`../${String(ctx.params.token)}`);
      await show(ctx, subscription, { below: true, stopped, otherwise: resubscribed });
    }),
  );

  router.post(
    '/unsubscribe/:token/reason',
    form(async (ctx, subscription, inputs) => {
      const why = await takeReason(subscription, reasonIn(inputs));
      await show(ctx, subscription, { below: true, why });
    }),
  );
}

interface UnsubscribeView {
  readonly below?: boolean;
  readonly why?: ReasonQuestion;
  readonly stopped?: OptOuts;
  readonly otherwise?: (subscription: Subscription, paths: MailPaths) => Promise<Page>;
}

async function question(subscription: Subscription, paths: MailPaths): Promise<Page> {
  const { mail, from, texts } = subscription;
  const { unsubscribe } = texts;
  return {
    title: unsubscribe.title,
    body: html`
<p>${unsubscribe.question(await groupName(subscription), from.name, maskedAddress(mail.email))}</p>
<form method="post" action="${paths.unsubscribe}"><button>${unsubscribe.button}</button></form>
${!isAddressGiven(mail) && otherChoices(texts, paths)}`,
  };
}

async function unsubscribed(
  subscription: Subscription,
  stopped: OptOuts,
  paths: MailPaths,
  why: ReasonQuestion = questionTo(subscription),
): Promise<Page> {
  const { mail, groupId, from, texts } = subscription;
  const said = stopped.has(null)
    ? texts.unsubscribe.getsNoneOf(maskedAddress(mail.email), from.name)
    : texts.unsubscribe.getsNone(maskedAddress(mail.email), await groupName(subscription), from.name);
  return {
    title: texts.unsubscribe.done,
    body: html`
<p class="done" role="status"><span aria-hidden="true">✓</span> <span>${said}</span></p>
${thanksFor(subscription, why)}
${!stopped.has(null) && otherChoices(texts, paths)}
${undoOf(subscription, stopped, stopped.has(null) ? null : groupId, stopped.has(null) && groupId !== null ? paths.preferences : paths.unsubscribe)}
${reasonOf(subscription, paths.unsubscribe, why)}`,
  };
}

async function resubscribed(subscription: Subscription, paths: MailPaths): Promise<Page> {
  const { mail, from, texts } = subscription;
  const { unsubscribe } = texts;
  return {
    title: unsubscribe.again,
    body: html`
<p class="done" role="status"><span aria-hidden="true">✓</span> <span>${unsubscribe.gets(maskedAddress(mail.email), await groupName(subscription), from.name)}</span></p>
<p class="soft">${unsubscribe.anyTime(paths.unsubscribe, paths.preferences)}</p>`,
  };
}

const otherChoices = ({ unsubscribe }: RecipientTexts, { preferences }: MailPaths): Html =>
  html`<p class="soft">${unsubscribe.others(preferences)}</p>`;
