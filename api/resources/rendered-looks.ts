import type { AuthoredMail } from '../../common/content/content.ts';
import type { Design, Looks, Renderer } from '../../common/rendering/renderer.ts';
import { Failure, notRendered } from '../http/failures.ts';

interface Rendering {
  readonly renderer: Renderer;
  readonly conflict: (which: 'template' | 'empty') => Failure;
}

/** A design as it is rendered, with its placeholders; throws where it makes no mail, or cannot be rendered now. */
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

/** The 409 with what is wrong with the template as hints. */
export const notRenderable = ({ status, errors }: Failure, problems: readonly string[]): Failure =>
  new Failure(status, errors, {}, { template: problems });

/** What a mail looks like; throws where its template makes no mail, or an empty one, or cannot be rendered now. */
export async function looksOf(written: AuthoredMail, call: Rendering): Promise<Looks> {
  const looks = await designOf(written, written.user_id, call);
  if (looks.empty) throw call.conflict('empty');
  return looks;
}
