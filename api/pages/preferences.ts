import type Router from '@koa/router';
import { noteUnsubscribed } from '../../common/changes/notices.ts';
import { addOptOuts, removeOptOut } from '../../common/changes/suppressions.ts';
import { html } from '../../common/domain/html.ts';
import type { TokenKey } from '../../common/domain/tokens.ts';
import type { Logger } from '../../common/log.ts';
import type { UnsubscribeGroupDocument } from '../../common/models/unsubscribe-groups.ts';
import { optOutsOf } from '../../common/queries/suppressions.ts';
import type { Service } from '../http/endpoint.ts';
import type { Tracking } from '../tracking.ts';
import { type FormInputs, readPageForm } from './form-body.ts';
import { asPage, LINK_UNKNOWN, type Page, showPage } from './layout.ts';
import {
  countUnsubscribed,
  erasedPage,
  isOfErased,
  offeredGroups,
  readSubscription,
  type Subscription,
} from './mail-behind.ts';

/** `/preferences/<token>`: the recipient chooses which mails of an account to get. A GET changes nothing. */
export function preferencesPages(
  router: Router,
  key: TokenKey,
  { limits, tracking }: Pick<Service, 'limits' | 'tracking'>,
): void {
  router.get(
    '/preferences/:token',
    asPage(async (ctx) => {
      const subscription = await readSubscription(key, 'preferences', ctx.params.token);
      if (!subscription) return showPage(ctx, LINK_UNKNOWN);
      if (isOfErased(subscription)) return showPage(ctx, erasedPage(subscription));
      showPage(ctx, await currentPage(subscription, false));
    }),
  );

  router.post(
    '/preferences/:token',
    asPage(async (ctx) => {
      const inputs = await readPageForm(ctx, limits);
      const subscription = await readSubscription(key, 'preferences', ctx.params.token);
      if (!subscription) return showPage(ctx, LINK_UNKNOWN);
      if (isOfErased(subscription)) return showPage(ctx, erasedPage(subscription));
      if (inputs['all'] === undefined) await saveChoices(subscription, inputs, tracking);
      else await stopAll(subscription, tracking, ctx.state.log);
      showPage(ctx, await currentPage(subscription, true));
    }),
  );
}

async function stopAll({ mail }: Subscription, tracking: Tracking, log: Logger): Promise<void> {
  const { added } = await addOptOuts(mail.user_id, null, [mail.email]);
  if (added > 0) await noteUnsubscribed(mail.user_id, mail.email, log);
  await countUnsubscribed(mail, tracking);
}

/** Saves the choices for the groups that the form showed. A group that was added since is not in the form, and stays as it is. */
async function saveChoices(
  subscription: Subscription,
  inputs: FormInputs,
  tracking: Tracking,
): Promise<void> {
  const { mail } = subscription;
  const shown = idsIn(inputs['shown']);
  const wanted = idsIn(inputs['group']);
  const stopped = await optOutsOf(mail.user_id, mail.email);
  let stops = false;
  for (const { _id: id } of await offeredGroups(subscription)) {
    if (!shown.has(id) || wanted.has(id) !== stopped.has(id)) continue;
    if (wanted.has(id)) {
      await removeOptOut(mail.user_id, id, mail.email);
    } else {
      await addOptOuts(mail.user_id, id, [mail.email]);
      stops = true;
    }
  }
  if (stops) await countUnsubscribed(mail, tracking);
}

const idsIn = (given: unknown): Set<number> => new Set((Array.isArray(given) ? given : [given]).map(Number));

async function currentPage(subscription: Subscription, saved: boolean): Promise<Page> {
  const { mail, from } = subscription;
  const stopped = await optOutsOf(mail.user_id, mail.email);
  // Only the sender can undo this: the link of a forwarded mail is also known to other people.
  return stopped.has(null)
    ? allStopped(mail.email, from)
    : choices(mail.email, from.name, await offeredGroups(subscription), stopped, saved);
}

const allStopped = (email: string, from: Subscription['from']): Page => ({
  title: 'You are unsubscribed from all mails',
  body: html`
<p class="done"><span aria-hidden="true">✓</span> <span>${email} gets no more mails from ${from.name}.</span></p>
<p class="soft">If you change your mind, write to <a href="mailto:${encodeURI(from.replyTo)}">${from.replyTo}</a>.</p>`,
});

const choices = (
  email: string,
  name: string,
  groups: readonly UnsubscribeGroupDocument[],
  stopped: ReadonlySet<number | null>,
  saved: boolean,
): Page => ({
  title: saved ? 'Your choice is saved' : 'Your mail preferences',
  body: html`
${saved && html`<p class="done" role="status"><span aria-hidden="true">✓</span> <span>It counts from now on.</span></p>`}
<p>Mails from <strong>${name}</strong> to <strong>${email}</strong></p>
${
  groups.length > 0 &&
  html`<form method="post">
<fieldset>
<legend>I want these mails</legend>
${groups.map((group) => choice(group, !stopped.has(group._id)))}
</fieldset>
${groups.map(({ _id: id }) => html`<input type="hidden" name="shown" value="${id}">`)}
<button>Save my choice</button>
</form>`
}
<section aria-labelledby="all">
<h2 id="all">No mails at all?</h2>
<p class="soft">This stops every mail from ${name} to you, of these lists and any other.</p>
<form method="post"><button class="quiet" name="all" value="1">Unsubscribe from all</button></form>
</section>`,
});

const choice = (
  { _id: id, group_name, description }: UnsubscribeGroupDocument,
  wanted: boolean,
) => html`<label class="choice">
<input type="checkbox" name="group" value="${id}"${wanted && html` checked`}>
<span><strong>${group_name}</strong> ${description}</span>
</label>
`;
