import { parsePlaceholders } from '../../common/domain/placeholders.ts';
import { plainTextOf } from '../../common/domain/plain-text.ts';
import { type FooterNeeds, footerText } from './furniture.ts';
import type { HtmlPiece } from './html-pieces.ts';
import type { MailSource } from './mail-source.ts';
import type { Part } from './parts.ts';
import { derivedValueParts, PREFERENCES, type SendConstants, textParts, urlParts } from './value-parts.ts';

// Placeholders go through the conversion as private characters around a number: nothing in it changes those.
const [MARK, MARK_END] = ['\ue000', '\ue001'];

const plain = (literal: string): string => literal.replace(/[\ue000\ue001]/g, '');

/** The HTML without what goes out besides its template, as text; placeholders stand where they stood. */
function derivedParts(pieces: readonly HtmlPiece[], send: SendConstants): Part[] {
  const marked: Part[][] = [];
  const mark = (parts: Part[]): string => `${MARK}${marked.push(parts) - 1}${MARK_END}`;
  let html = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') html += plain(piece);
    else if (piece.kind === 'url') {
      const [only] = piece.segments;
      if (only === undefined) continue;
      html +=
        piece.segments.length === 1 && typeof only === 'string'
          ? plain(only)
          : mark(urlParts(piece.segments, false, send));
    } else if (piece.kind === 'value' && (piece.context === 'text' || piece.context === 'attribute')) {
      html += mark(derivedValueParts(piece.placeholder, send));
    }
  }
  return plainTextOf(html)
    .split(/\ue000(\d+)\ue001/)
    .flatMap((text, at) => (at % 2 === 0 ? [text] : (marked[Number(text)] ?? [])));
}

/**
 * The plain-text alternative: the source's own, or one derived from its HTML; the subject when the HTML can't be
 * followed. It gets a footer by the same rule as the HTML does, by what it shows itself.
 */
export function textBody(
  source: MailSource,
  scanned: { readonly pieces: readonly HtmlPiece[]; readonly deep: boolean },
  send: SendConstants,
  htmlNeeds: FooterNeeds,
): Part[] {
  const own = source.text !== undefined && source.text.trim() !== '' ? parsePlaceholders(source.text) : null;
  if (own) {
    const names = new Set(own.map((segment) => (typeof segment === 'string' ? '' : segment.name)));
    const needs = { preferences: !names.has(PREFERENCES), address: !names.has('sender_address') };
    return [...textParts(own, false, send), ...footerText(needs, send)];
  }
  if (!scanned.deep) {
    try {
      return [...derivedParts(scanned.pieces, send), ...footerText(htmlNeeds, send)];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // html-to-text recurses
    }
  }
  const subject = textParts(parsePlaceholders(source.subject), false, send);
  return [...subject, ...footerText({ preferences: true, address: true }, send)];
}
