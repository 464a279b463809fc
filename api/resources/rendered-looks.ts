import type { AuthoredMail } from '../../common/content/content.ts';
import type { Design, Looks, Renderer } from '../../common/rendering/renderer.ts';
import { Failure, notRendered } from '../http/failures.ts';

interface Rendering {
  readonly renderer: Renderer;
  readonly conflict: (which: 'template' | 'empty') => Failure;
}

/** Placeholders stay as written. Throws if the design cannot be rendered, or not now. */
export async function designOf(
  design: Design,
  account: number,
  { renderer, conflict }: Pick<Rendering, 'renderer'> & { readonly conflict: (which: 'template') => Failure },
): Promise<Looks> {
  const rendered = await renderer.render(design, account);
  if (rendered.state === 'later') throw notRendered(rendered.busy);
  if (rendered.state === 'failed') throw notRenderable(conflict('template'), rendered.problems);
  return rendered.looks;
}

/** `hints` have the errors of the template. */
export const notRenderable = ({ status, errors }: Failure, problems: readonly string[]): Failure =>
  new Failure(status, errors, {}, { template: problems });

/** Throws if the template is empty or cannot be rendered, or not now. */
export async function looksOf(written: AuthoredMail, call: Rendering): Promise<Looks> {
  const looks = await designOf(written, written.user_id, call);
  if (looks.empty) throw call.conflict('empty');
  return looks;
}
