import { escapeHtml } from '../domain/html-escape.ts';
import type { HtmlMark } from '../domain/html-pieces.ts';
import type { ScannedHtml } from '../domain/scan-html.ts';
import type { BodyPart } from './parts.ts';

/** "Undetermined" (RFC 5646, 4.1), as in MJML: after a wrong guess screen readers mispronounce the whole mail. */
const UNKNOWN_LANGUAGE = 'und';
const TITLE = /<title[\s>]/i;
const CHARSET = '<meta charset="utf-8">';

export interface Insertions {
  readonly marked: readonly { readonly at: HtmlMark; readonly parts: readonly BodyPart[] }[];
  readonly end: string;
}

/** Adds missing doctype (without it, readers use an outdated layout), charset, language and title. The author's own stay. */
export function documentInsertions(
  { pieces, language }: ScannedHtml,
  subject: readonly BodyPart[] = [],
): Insertions {
  const marks = new Set<HtmlMark>();
  let hasCharset = false;
  let hasTitle = subject.length === 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      hasTitle ||= TITLE.test(piece);
      continue;
    }
    if (piece.kind === 'mark') marks.add(piece.mark);
    else if (piece.kind === 'charset' && !piece.ignored) hasCharset = true;
  }
  const marked: Insertions['marked'][number][] = [];
  const insert = (at: HtmlMark, ...parts: BodyPart[]): void => void marked.push({ at, parts });
  const root = marks.has('html') ? 'html' : marks.has('doctype') ? 'doctype' : 'start';
  const lang = ` lang="${escapeHtml(language.xml?.trim() || UNKNOWN_LANGUAGE)}"`;

  if (!marks.has('doctype')) insert('start', '<!doctype html>');
  if (root !== 'html') insert(root, `<html${lang}>`);
  else if (!language.written) insert('html-attributes', lang);
  const title: BodyPart[] = hasTitle ? [] : ['<title>', ...subject, '</title>'];
  const missing: BodyPart[] = hasCharset ? title : [CHARSET, ...title];
  if (missing.length > 0 && marks.has('head')) insert('head', ...missing);
  // A charset without a head begins a head of its own, which another one would end.
  else if (!hasCharset) insert(root, '<head>', ...missing, marks.has('head-end') ? '' : '</head>');
  return { marked, end: root !== 'html' && !marks.has('html-end') ? '</html>' : '' };
}
