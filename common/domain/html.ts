import { escapeHtml } from './html-escape.ts';

export interface Html {
  readonly html: string;
}

/** Texts are escaped, markup is not; `false`, null and undefined show nothing. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

/** Escapes every inserted part, except results of this function. */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { html: texts.reduce((all, text, at) => all + render(parts[at - 1]) + text) };
}

function render(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map(render).join('');
}
