import { escapeHtml } from '../domain/html-escape.ts';
import type { HtmlMark } from '../domain/html-pieces.ts';
import type { ScannedHtml } from '../domain/scan-html.ts';

/**
 * The language of a mail whose author did not say it. It is what MJML writes, too: "undetermined" (RFC 5646, 4.1). Any other would
 * be a guess, and a wrong one makes screen readers pronounce the whole mail wrongly.
 */
const UNKNOWN_LANGUAGE = 'und';
const CHARSET = '<meta charset="utf-8">';

/** Texts to insert at marks, in their order, and at the end. */
export interface Insertions {
  readonly marked: readonly { readonly at: HtmlMark; readonly text: string }[];
  readonly end: string;
}

/**
 * What makes a document of HTML that is a fragment or lacks its beginning: doctype (without it, readers use the layout of old
 * browsers), charset, language. What the author wrote stays, and nothing is there twice.
 */
export function documentInsertions({ pieces, language }: ScannedHtml): Insertions {
  const marks = new Set<HtmlMark>();
  let hasCharset = false;
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    if (piece.kind === 'mark') marks.add(piece.mark);
    else if (piece.kind === 'charset' && !piece.ignored) hasCharset = true;
  }
  const marked: Insertions['marked'][number][] = [];
  const insert = (at: HtmlMark, text: string): void => void marked.push({ at, text });
  const root = marks.has('html') ? 'html' : marks.has('doctype') ? 'doctype' : 'start';
  const lang = ` lang="${escapeHtml(language.xml?.trim() || UNKNOWN_LANGUAGE)}"`;

  if (!marks.has('doctype')) insert('start', '<!doctype html>');
  if (root !== 'html') insert(root, `<html${lang}>`);
  else if (!language.written) insert('html-attributes', lang);
  if (!hasCharset && marks.has('head')) insert('head', CHARSET);
  else if (!hasCharset) insert(root, `<head>${CHARSET}${marks.has('head-end') ? '' : '</head>'}`);
  return { marked, end: root !== 'html' && !marks.has('html-end') ? '</html>' : '' };
}
