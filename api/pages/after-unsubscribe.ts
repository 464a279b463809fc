import { recordReason } from '../../common/changes/unsubscribe-reasons.ts';
import { type Html, html } from '../../common/domain/html.ts';
import {
  UNSUBSCRIBE_REASON_NAMES,
  UNSUBSCRIBE_REASONS,
  type UnsubscribeReason,
} from '../../common/domain/unsubscribe-reasons.ts';
import type { MailBehind } from '../../common/queries/mail-links.ts';
import type { FormInputs } from './form-body.ts';
import type { Subscription } from './mail-behind.ts';

/** What an address opted out of, and of each the mail whose link made it (`optOutsOf`). */
export type OptedOut = ReadonlyMap<number | null, number | null>;

/**
 * The offer to take an unsubscribe back: shown where a link of this mail made it, and nothing else. `page` is the path of the page
 * that undoes it.
 */
export const undoOf = (
  mail: MailBehind,
  stopped: OptedOut,
  groupId: number | null,
  page: string,
): Html | false =>
  stopped.get(groupId) === mail._id &&
  html`<section aria-labelledby="mistake">
<h2 id="mistake">Unsubscribed by mistake?</h2>
<form method="post" action="${page}/undo"><button class="quiet">Subscribe again</button></form>
</section>`;

/**
 * The question for a reason: open; its form was sent without an answer; it was answered just now; or it is not asked (null), because
 * the recipient is not unsubscribed through this mail.
 */
export type Question = 'open' | 'unanswered' | 'answered' | null;

/** The question as a page has it that is opened. */
export const questionTo = ({ mail }: Subscription): Question =>
  mail.unsubscribed_at === undefined ? null : 'open';

/** The reason that a form gives; null where it gives none of ours. */
export const reasonIn = (inputs: FormInputs): UnsubscribeReason | null =>
  UNSUBSCRIBE_REASON_NAMES.find((name) => name === inputs['reason']) ?? null;

/** Records the reason of a recipient who is unsubscribed through the mail. Answers the question as the next page has it. */
export async function takeReason(
  subscription: Subscription,
  reason: UnsubscribeReason | null,
): Promise<Question> {
  if (questionTo(subscription) === null) return null;
  if (reason === null) return 'unanswered';
  await recordReason(subscription.mail, reason);
  return 'answered';
}

/** What the page says first to one who answered. */
export const thanksFor = (question: Question): Html | false =>
  question === 'answered' && html`<p class="note" role="status">Thank you, your answer is counted.</p>`;

/**
 * The question why, which is asked only after the unsubscribe. It is not asked again once it was answered, nor of a mail whose row
 * the retention has removed. `page` is the path of the page that takes the answer.
 */
export function reasonOf({ mail, from }: Subscription, page: string, question: Question): Html | false {
  if (question === null || question === 'answered') return false;
  if (mail.batch === undefined || mail.unsubscribe_reason !== undefined) return false;
  return html`<section aria-labelledby="why">
<h2 id="why">Why did you unsubscribe?</h2>
<p class="soft" id="why-hint">You need not answer. ${from.name} sees how often each answer was given.</p>
${question === 'unanswered' && html`<p class="note" role="alert">Please choose one of the answers first.</p>`}
<form method="post" action="${page}/reason">
<fieldset class="answers" aria-labelledby="why" aria-describedby="why-hint">
${UNSUBSCRIBE_REASON_NAMES.map(
  (name) => html`<label class="choice">
<input type="radio" name="reason" value="${name}" required>
<span>${UNSUBSCRIBE_REASONS[name]}</span>
</label>
`,
)}</fieldset>
<button class="quiet">Send my answer</button>
</form>
</section>`;
}
