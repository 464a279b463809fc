/** Markup that needs no escaping. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | readonly (Markup | string)[] | null | undefined;

/** A template whose values are escaped unless they are markup themselves. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: texts.reduce((all, text, place) => all + render(parts[place - 1]) + text) };
}

function render(part: Part): string {
  if (part === null || part === undefined) return '';
  if (Array.isArray(part)) return part.map(render).join('');
  if (typeof part === 'object') return (part as Markup).markup;
  return escapeHtml(String(part));
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
