import { recordReason } from '../../common/changes/unsubscribe-reasons.ts';
import { type Html, html } from '../../common/domain/html.ts';
import { UNSUBSCRIBE_REASON_NAMES, type UnsubscribeReason } from '../../common/domain/unsubscribe-reasons.ts';
import type { FormInputs } from './form-body.ts';
import type { Subscription } from './mail-behind.ts';

/** The unsubscribe groups (null: everything) that an address opted out of, each with the mail whose link did it (`optOutsOf`). */
export type OptOuts = ReadonlyMap<number | null, number | null>;

/** The offer to undo an unsubscribe, shown only if a link of this mail made it. `page` is the path of the page that undoes it. */
export const undoOf = (
  { mail, texts: { unsubscribe } }: Subscription,
  stopped: OptOuts,
  groupId: number | null,
  page: string,
): Html | false =>
  stopped.get(groupId) === mail._id &&
  html`<section aria-labelledby="mistake">
<h2 id="mistake">${unsubscribe.mistake}</h2>
<form method="post" action="${page}/undo"><button class="quiet">${unsubscribe.undo}</button></form>
</section>`;

/** The question for a reason: open, sent without an answer, just answered, or (null) not asked, because this mail did not unsubscribe. */
export type ReasonQuestion = 'open' | 'unanswered' | 'answered' | null;

export const questionTo = ({ mail }: Subscription): ReasonQuestion =>
  mail.unsubscribed_at === undefined ? null : 'open';

export const reasonIn = (inputs: FormInputs): UnsubscribeReason | null =>
  UNSUBSCRIBE_REASON_NAMES.find((name) => name === inputs['reason']) ?? null;

/** Stores the reason of a recipient who unsubscribed through this mail. Returns the question for the next page. */
export async function takeReason(
  subscription: Subscription,
  reason: UnsubscribeReason | null,
): Promise<ReasonQuestion> {
  if (questionTo(subscription) === null) return null;
  if (reason === null) return 'unanswered';
  await recordReason(subscription.mail, reason);
  return 'answered';
}

export const thanksFor = ({ texts }: Subscription, question: ReasonQuestion): Html | false =>
  question === 'answered' && html`<p class="note" role="status">${texts.why.thanks}</p>`;

/** The question for a reason. It is not repeated, and not asked once retention has deleted the mail's row. `page` takes the answer. */
export function reasonOf(
  { mail, from, texts: { why } }: Subscription,
  page: string,
  question: ReasonQuestion,
): Html | false {
  if (question === null || question === 'answered') return false;
  if (mail.batch === undefined || mail.unsubscribe_reason !== undefined) return false;
  return html`<section aria-labelledby="why">
<h2 id="why">${why.title}</h2>
<p class="soft" id="why-hint">${why.hint(from.name)}</p>
${question === 'unanswered' && html`<p class="note" role="alert">${why.chooseFirst}</p>`}
<form method="post" action="${page}/reason">
<fieldset class="answers" aria-labelledby="why" aria-describedby="why-hint">
${UNSUBSCRIBE_REASON_NAMES.map(
  (name) => html`<label class="choice">
<input type="radio" name="reason" value="${name}" required>
<span>${why.reasons[name]}</span>
</label>
`,
)}</fieldset>
<button class="quiet">${why.send}</button>
</form>
</section>`;
}
