import { escapeHtml } from '../domain/html-escape.ts';
import type { HtmlMark, HtmlPiece, UrlPiece } from '../domain/html-pieces.ts';
import { parsePlaceholders } from '../domain/placeholders.ts';
import type { ScannedHtml } from '../domain/scan-html.ts';
import { documentInsertions } from './document.ts';
import {
  type FooterNeeds,
  footerHtml,
  hiddenLinkHtml,
  NO_FOOTER,
  paddingHtml,
  pixelHtml,
  preheaderHtml,
} from './footer-and-pixel.ts';
import { footerLanguage } from './footer-texts.ts';
import { type linkTable, linkTarget } from './links.ts';
import type { MailSource } from './mail-source.ts';
import { type BodyPart, token } from './parts.ts';
import {
  htmlValueParts,
  leadsTo,
  PREFERENCES,
  type SendConstants,
  textParts,
  urlParts,
} from './value-parts.ts';

/** As in MJML without `mj-title`. */
const EMPTY_TITLE = /<title>\s*<\/title>/i;
/** Places for the preheader, from worst to best. */
const START_MARKS: readonly HtmlMark[] = ['start', 'doctype', 'html', 'head-end', 'body'];
const END_MARKS: readonly HtmlMark[] = ['html-end', 'body-end'];

/**
 * The parts of the HTML to send: a complete document with rewritten links. The preheader follows `<body>` or the nearest place; footer,
 * hidden link and pixel precede the last `</body>`, before any open element that hides them.
 */
export function htmlBody(
  scanned: ScannedHtml,
  source: Pick<MailSource, 'subject' | 'preheader' | 'tracking' | 'optOut'>,
  send: SendConstants,
  table: ReturnType<typeof linkTable>,
): BodyPart[] {
  const { pieces } = scanned;
  const subject = textParts(parsePlaceholders(source.subject.trim()), true, send);
  let hasTitle = subject.length === 0;
  const parts: BodyPart[] = [];
  const places = new Map<HtmlMark, number>();
  const start = { rank: -1, at: 0 };
  const end = { rank: -1, at: -1 };
  /** The first part that may be hidden with all that follows; null: none is. */
  let doubtAt: number | null = null;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const empty = hasTitle ? null : EMPTY_TITLE.exec(piece);
      if (empty) {
        hasTitle = true;
        const end = empty.index + empty[0].length;
        parts.push(`${piece.slice(0, empty.index)}<title>`, ...subject, `</title>${piece.slice(end)}`);
      } else parts.push(piece);
    } else if (piece.kind === 'charset') parts.push(piece.right);
    else if (piece.kind === 'value')
      for (const part of htmlValueParts(piece.placeholder, piece.context, send)) parts.push(part);
    else if (piece.kind === 'url') for (const part of addressParts(piece)) parts.push(part);
    else {
      if (piece.mark === 'doubt') doubtAt = parts.length;
      else if (piece.mark === 'doubt-end') doubtAt = null;
      if (!places.has(piece.mark)) places.set(piece.mark, parts.length);
      const startRank = START_MARKS.indexOf(piece.mark);
      if (startRank > start.rank) Object.assign(start, { rank: startRank, at: parts.length });
      const endRank = END_MARKS.indexOf(piece.mark);
      if (endRank !== -1 && endRank >= end.rank)
        Object.assign(end, { rank: endRank, at: doubtAt ?? parts.length });
    }
  }

  function addressParts(piece: UrlPiece): BodyPart[] {
    const target = source.tracking ? linkTarget(piece, send) : null;
    if (target === null) return urlParts(piece.segments, true, send);
    const quote = piece.quote === '' ? '"' : '';
    return [`${quote}${escapeHtml(send.publicUrl)}/c/`, token('click', table.idOf(target)), quote];
  }

  const { lang, xml } = scanned.language;
  const missing = documentInsertions(scanned, subject);
  const preheader = preheaderHtml(source.preheader, send);
  const shown = footerHtml(footerNeeds(pieces, source), send, footerLanguage(lang ?? xml));
  const tracked = source.tracking ? [...hiddenLinkHtml(send), ...pixelHtml(send)] : [];
  const padding = source.tracking ? paddingHtml(lengthOf(parts, preheader, shown, tracked)) : [];
  const footer = [...padding, ...shown, ...tracked];
  return withInsertions(parts, [
    ...missing.marked.map(({ at, parts: inserted }) => ({ at: places.get(at)!, parts: inserted })),
    { at: start.at, parts: preheader },
    { at: Math.max(end.at === -1 ? (doubtAt ?? parts.length) : end.at, start.at), parts: footer },
    { at: parts.length, parts: missing.end === '' ? [] : [missing.end] },
  ]);
}

/** Characters without values and tokens. */
const lengthOf = (...lists: readonly (readonly BodyPart[])[]): number =>
  lists.flat().reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);

/** Insertions at one place keep their order. */
function withInsertions(
  parts: readonly BodyPart[],
  insertions: readonly { readonly at: number; readonly parts: readonly BodyPart[] }[],
): BodyPart[] {
  const whole: BodyPart[] = [];
  let from = 0;
  for (const { at, parts: inserted } of [...insertions].sort((one, other) => one.at - other.at)) {
    for (; from < at; from++) whole.push(parts[from]!);
    for (const part of inserted) whole.push(part);
  }
  for (; from < parts.length; from++) whole.push(parts[from]!);
  return whole;
}

/** A footer must add what readers do not see: the preferences link (or its address as text), and the sender's address. */
export function footerNeeds(
  pieces: readonly HtmlPiece[],
  { optOut }: Pick<MailSource, 'optOut'>,
): FooterNeeds {
  if (optOut === false) return NO_FOOTER;
  const shown = new Set<string>();
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    if (piece.kind === 'value' && piece.shown) shown.add(piece.placeholder.name);
    else if (piece.kind === 'url' && piece.shown && leadsTo(piece.segments) === PREFERENCES)
      shown.add(PREFERENCES);
  }
  return { preferences: !shown.has(PREFERENCES), address: !shown.has('sender_address') };
}
