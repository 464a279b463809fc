import { parsePlaceholders } from '../domain/placeholders.ts';
import type { TextPiece } from '../domain/text-template.ts';
import { type FooterNeeds, footerText } from './footer-and-pixel.ts';
import type { MailSource } from './mail-source.ts';
import type { Part } from './parts.ts';
import { derivedValueParts, PREFERENCES, type SendConstants, textParts, urlParts } from './value-parts.ts';

function derivedParts(pieces: readonly TextPiece[], send: SendConstants): Part[] {
  return pieces.flatMap((piece): Part[] => {
    if (typeof piece === 'string') return [piece];
    return 'url' in piece ? urlParts(piece.url, false, send) : derivedValueParts(piece.placeholder, send);
  });
}

/**
 * The plain-text alternative: the source's own text, or the text derived from its HTML, or the subject when no text could
 * be derived. A footer is added by the rule of the HTML, applied to what the text itself shows.
 */
export function textBody(
  source: Pick<MailSource, 'text' | 'derived' | 'subject'>,
  send: SendConstants,
  htmlNeeds: FooterNeeds,
): Part[] {
  const own = source.text !== undefined && source.text.trim() !== '' ? parsePlaceholders(source.text) : null;
  if (own) {
    const names = new Set(own.map((segment) => (typeof segment === 'string' ? '' : segment.name)));
    const needs = { preferences: !names.has(PREFERENCES), address: !names.has('sender_address') };
    return [...textParts(own, false, send), ...footerText(needs, send)];
  }
  if (source.derived) return [...derivedParts(source.derived, send), ...footerText(htmlNeeds, send)];
  const subject = textParts(parsePlaceholders(source.subject), false, send);
  return [...subject, ...footerText({ preferences: true, address: true }, send)];
}
