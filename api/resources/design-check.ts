import { texts } from '../../common/domain/validation-texts.ts';
import type { Design, Renderer, RenderResult } from '../../common/rendering/renderer.ts';
import type { Account } from '../http/account.ts';
import { type FieldTexts, notRendered } from '../http/failures.ts';

export interface CheckedDesign {
  /** Errors by input; empty if there are none. */
  readonly wrong: FieldTexts;
  /** A mail of it has only the footer. */
  readonly empty: boolean;
}

/**
 * Renders a design before it is stored, so that errors are reported at once and the send finds it rendered. Only inputs of
 * this call are refused; a stored design with errors is held at its start. Throws a 429 without room for MJML; HTML
 * is then stored unrendered, because its mail needs no text part of its own.
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
