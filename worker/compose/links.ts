import { decodeHtml } from '../../common/domain/html-escape.ts';
import type { UrlPiece } from '../../common/domain/html-pieces.ts';
import { urlComponent } from '../../common/domain/link-targets.ts';
import type { Link } from './mail-source.ts';
import { PREFERENCES, type SendConstants } from './value-parts.ts';

/**
 * The address that a tracked link leads to, with its placeholders, or null when it is not to be rewritten: not an http
 * or https link of `<a>` or `<area>`, an address that is a placeholder from its start, the preferences page's own.
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
  // As browsers read an href: blanks around it and line breaks within it do not count.
  const url = target.trim().replace(/[\t\r\n]/g, '');
  return /^https?:\/\/[^/]/i.test(url) ? url : null;
}

/**
 * Collects the links of a send: one id an address, from 1, in the order of first appearance, behind those that its
 * earlier contents had.
 */
export function linkTable(known: readonly Link[] = []): {
  readonly links: Link[];
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
