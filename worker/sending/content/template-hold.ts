import { now } from '../../../common/clock.ts';
import type { TemplateHold } from '../../../common/models/automation-schedules.ts';
import type { Deferment } from '../../../common/rendering/made.ts';

/** Milliseconds until the retry of a rendering that failed for a reason of ours. */
const RETRY_MS = 15_000;
const RETRIED = 'The service is too busy to render it; it is retried automatically.';
const DETAIL_LENGTH = 2000;

export function templateHold(
  found: { readonly state: 'failed'; readonly problems: readonly string[] } | Deferment,
): TemplateHold {
  return found.state === 'failed'
    ? {
        reason: 'template_failed',
        detail: `The template can not be used: ${found.problems.join(' ')}`.slice(0, DETAIL_LENGTH),
        retry_at: null,
      }
    : { reason: 'template_failed', detail: RETRIED, retry_at: new Date(now().getTime() + RETRY_MS) };
}

export const EMPTY_TEMPLATE: TemplateHold = Object.freeze({
  reason: 'template_empty',
  detail: null,
  retry_at: null,
});
