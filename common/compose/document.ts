import { escapeHtml } from '../domain/html-escape.ts';
import type { HtmlMark } from '../domain/html-pieces.ts';
import type { ScannedHtml } from '../domain/scan-html.ts';

/** "Undetermined" (RFC 5646, 4.1), as in MJML: after a wrong guess screen readers mispronounce the whole mail. */
const UNKNOWN_LANGUAGE = 'und';
const CHARSET = '<meta charset="utf-8">';

export interface Insertions {
  readonly marked: readonly { readonly at: HtmlMark; readonly text: string }[];
  readonly end: string;
}

/** Adds missing doctype (without it, readers use an outdated layout), charset and language. The author's own stay. */
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
