import { texts } from '../../common/domain/validation-texts.ts';
import type { Design, Renderer, RenderResult } from '../../common/rendering/renderer.ts';
import type { Account } from '../http/account.ts';
import { type FieldTexts, notRendered } from '../http/failures.ts';

/** What a design that is to be stored is like. */
export interface CheckedDesign {
  /** By the input that holds it; empty where nothing is. */
  readonly wrong: FieldTexts;
  /** A mail of it would show its footer alone. */
  readonly empty: boolean;
}

/**
 * Renders a design before it is stored, so that what is wrong with it is told at once and the send finds it rendered. Only
 * what the request itself gave is refused: what was stored before is held when it is to go. Throws a 429 or 503 where
 * there is no room; HTML is then stored as it is, as its mail can do without a text of its own.
 */
export async function checkDesign(
  design: Design,
  given: { template_json?: string; template_html?: string },
  account: Account,
  renderer: Renderer,
): Promise<CheckedDesign> {
  const rendered = await renderer.render(design, account.id);
  if (rendered.state === 'done') return { wrong: {}, empty: rendered.looks.empty };
  const key = given.template_html ? 'template_html' : given.template_json ? 'template_json' : null;
  if (rendered.state === 'failed')
    return { wrong: key === null ? {} : problemsOf(key, rendered), empty: false };
  if (key === 'template_json') throw notRendered(rendered.busy);
  return { wrong: {}, empty: false };
}

const problemsOf = (key: string, { problems }: Extract<RenderResult, { state: 'failed' }>): FieldTexts => ({
  [key]: problems.map((problem) => texts.design(key, problem)),
});
