import type Router from '@koa/router';
import type { Context } from 'koa';
import { resubscribe, undoOptOut } from '../../common/changes/resubscribes.ts';
import { addOptOuts } from '../../common/changes/suppressions.ts';
import { html } from '../../common/domain/html.ts';
import { maskedAddress } from '../../common/domain/masked-address.ts';
import type { TokenKey } from '../../common/domain/tokens.ts';
import type { UnsubscribeGroupDocument } from '../../common/models/unsubscribe-groups.ts';
import { optOutsOf } from '../../common/queries/suppressions.ts';
import type { Service } from '../http/endpoint.ts';
import type { Tracking } from '../services/tracking/tracking.ts';
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
import type { FormInputs } from './form-body.ts';
import { asPage, type Page } from './layout.ts';
import {
  countUnsubscribe,
  mailPages,
  mailPaths,
  offeredGroups,
  optOut,
  type Subscription,
  showMailPage,
} from './mail-behind.ts';

/** `/preferences/<token>`: a GET changes nothing. Its page after an unsubscribe sends the forms `/undo` and `/reason`. */
export function preferencesPages(router: Router, key: TokenKey, { limits, tracking }: Service): void {
  const { find, form } = mailPages(key, 'preferences', limits);

  async function show(
    ctx: Context,
    { below = false, ...shown }: PreferencesView & { below?: boolean },
  ): Promise<void> {
    const subscription = await find(ctx);
    const { preferences } = mailPaths(key, subscription, below);
    showMailPage(ctx, subscription, await currentPage(subscription, preferences, shown));
  }

  router.get(
    '/preferences/:token',
    asPage((ctx) => show(ctx, { done: null })),
  );

  router.post(
    '/preferences/:token',
    form(async (ctx, subscription, inputs) => {
      if (inputs['all'] === undefined) await saveChoices(subscription, inputs, tracking);
      else await optOut(subscription.mail, null, tracking, ctx.state.log);
      await show(ctx, { done: 'saved' });
    }),
  );

  router.post(
    '/preferences/:token/undo',
    form(async (ctx, { mail }) => {
      await undoOptOut(mail, null);
      await show(ctx, { below: true, done: 'undone' });
    }),
  );

  router.post(
    '/preferences/:token/reason',
    form(async (ctx, subscription, inputs) => {
      const question = await takeReason(subscription, reasonIn(inputs));
      await show(ctx, { below: true, done: null, question });
    }),
  );
}

/** Saves the choices for the groups of the form. A group added since then is not in the form and stays unchanged. */
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
      await resubscribe(mail, id);
    } else {
      await addOptOuts(mail.user_id, id, [mail.email], { delivery: mail._id });
      stops = true;
    }
  }
  if (stops) await countUnsubscribe(mail, tracking);
}

const idsIn = (given: unknown): Set<number> => new Set((Array.isArray(given) ? given : [given]).map(Number));

interface PreferencesView {
  readonly done: 'saved' | 'undone' | null;
  readonly question?: ReasonQuestion;
}

function allStopped(subscription: Subscription, stopped: OptOuts, path: string, why: ReasonQuestion): Page {
  const { mail, from, texts } = subscription;
  return {
    title: texts.preferences.all,
    body: html`
<p class="done" role="status"><span aria-hidden="true">✓</span> <span>${texts.unsubscribe.getsNoneOf(maskedAddress(mail.email), from.name)}</span></p>
${thanksFor(subscription, why)}
${
  undoOf(subscription, stopped, null, path) ||
  (from.replyTo !== null && html`<p class="soft">${texts.preferences.writeTo(from.replyTo)}</p>`)
}
${reasonOf(subscription, path, why)}`,
  };
}

async function currentPage(
  subscription: Subscription,
  path: string,
  { done, question }: PreferencesView,
): Promise<Page> {
  const { mail, from, texts } = subscription;
  const { preferences } = texts;
  const stopped = await optOutsOf(mail.user_id, mail.email);
  if (stopped.has(null)) return allStopped(subscription, stopped, path, question ?? questionTo(subscription));
  const groups = await offeredGroups(subscription);
  // The page of groups asks for a reason only right after a change.
  const why = question ?? (done === 'saved' ? questionTo(subscription) : null);
  return {
    title: done ? preferences[done].title : preferences.title,
    body: html`
${thanksFor(subscription, why)}
${done && html`<p class="done" role="status"><span aria-hidden="true">✓</span> <span>${preferences[done].text}</span></p>`}
<p>${preferences.mails(from.name, maskedAddress(mail.email))}</p>
${
  groups.length > 0 &&
  html`<form method="post" action="${path}">
<fieldset>
<legend>${preferences.want}</legend>
${groups.map((group) => choice(group, !stopped.has(group._id)))}
</fieldset>
${groups.map(({ _id: id }) => html`<input type="hidden" name="shown" value="${id}">`)}
<button>${preferences.save}</button>
</form>`
}
${reasonOf(subscription, path, why)}
<section aria-labelledby="all">
<h2 id="all">${preferences.none}</h2>
<p class="soft">${preferences.noneHint(from.name)}</p>
<form method="post" action="${path}"><button class="quiet" name="all" value="1">${preferences.stopAll}</button></form>
</section>`,
  };
}

const choice = (
  { _id: id, group_name, description }: UnsubscribeGroupDocument,
  wanted: boolean,
) => html`<label class="choice">
<input type="checkbox" name="group" value="${id}"${wanted && html` checked`}>
<span><strong>${group_name}</strong> ${description}</span>
</label>
`;
