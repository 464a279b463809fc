import { decodeHtml } from '../domain/html-escape.ts';
import type { UrlPiece } from '../domain/html-pieces.ts';
import { urlComponent } from '../domain/link-targets.ts';
import type { TrackedLink } from './mail-source.ts';
import { PREFERENCES, type SendConstants } from './value-parts.ts';

/**
 * With its placeholders. Null unless it is http(s) of `<a>` or `<area>`, does not begin with a placeholder, and is not the preferences
 * page.
 */
export function linkTarget({ element, attribute, segments }: UrlPiece, send: SendConstants): string | null {
  if ((element !== 'a' && element !== 'area') || attribute !== 'href') return null;
  let target = '';
  let begun = false;
  for (const segment of segments) {
    if (typeof segment === 'string') {
      const literal = decodeHtml(segment);
      target += literal;
      begun ||= /\S/.test(literal);
      continue;
    }
    const { name, fallback } = segment;
    if (name === PREFERENCES || !begun) return null;
    const constant = send.values.get(name);
    if (constant !== undefined) target += urlComponent(constant || decodeHtml(fallback));
    else target += fallback === '' ? `((${name}))` : `((${name}|${decodeHtml(fallback)}))`;
  }
  // As browsers read an href: surrounding blanks and inner line breaks are ignored.
  const url = target.trim().replace(/[\t\r\n]/g, '');
  return /^https?:\/\/[^/]/i.test(url) ? url : null;
}

/** Each address gets one id, counted from 1 in the order of first appearance; ids of the send's earlier contents come first. */
export function linkTable(known: readonly TrackedLink[] = []): {
  readonly links: TrackedLink[];
  idOf(url: string): number;
} {
  const links = [...known];
  const ids = new Map(known.map(({ id, url }) => [url, id]));
  return {
    links,
    idOf(url) {
      const known = ids.get(url);
      if (known !== undefined) return known;
      const id = links.length + 1;
      links.push({ id, url });
      ids.set(url, id);
      return id;
    },
  };
}
