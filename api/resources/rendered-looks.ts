import type { Written } from '../../common/content/content.ts';
import type { Looks, Renderer } from '../../common/rendering/renderer.ts';
import { type Failure, notRendered } from '../http/failures.ts';
import { notRenderable } from './trial-mails.ts';

interface Rendering {
  readonly renderer: Renderer;
  readonly conflict: (which: 'template' | 'empty') => Failure;
}

/** What a mail looks like; throws where its template makes no mail, or an empty one, or cannot be rendered now. */
export async function looksOf(written: Written, { renderer, conflict }: Rendering): Promise<Looks> {
  const rendered = await renderer.render(written, written.user_id);
  if (rendered.state === 'later') throw notRendered(rendered.busy);
  if (rendered.state === 'failed') throw notRenderable(conflict('template'), rendered.problems);
  if (rendered.looks.empty) throw conflict('empty');
  return rendered.looks;
}
