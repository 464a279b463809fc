import type { HtmlLanguage } from '../domain/html-tag.ts';
import { parsePlaceholders } from '../domain/placeholders.ts';
import type { TextPiece } from '../domain/text-template.ts';
import { type FooterNeeds, footerText, NO_FOOTER, WHOLE_FOOTER } from './footer-and-pixel.ts';
import { footerLanguage } from './footer-texts.ts';
import type { MailSource } from './mail-source.ts';
import type { BodyPart } from './parts.ts';
import {
  derivedValueParts,
  leadsTo,
  PREFERENCES,
  type SendConstants,
  textParts,
  urlParts,
} from './value-parts.ts';

function derivedParts(pieces: readonly TextPiece[], send: SendConstants): BodyPart[] {
  return pieces.flatMap((piece): BodyPart[] => {
    if (typeof piece === 'string') return [piece];
    return 'url' in piece ? urlParts(piece.url, false, send) : derivedValueParts(piece.placeholder, send);
  });
}

/** The plain-text alternative: the source's own text, the text derived from its HTML, or the subject. A footer adds what the text lacks. */
export function textBody(
  source: Pick<MailSource, 'text' | 'derived' | 'subject' | 'optOut'>,
  send: SendConstants,
  language: HtmlLanguage,
): BodyPart[] {
  const texts = footerLanguage(language.lang ?? language.xml);
  const footer = (needs: FooterNeeds): BodyPart[] =>
    footerText(source.optOut === false ? NO_FOOTER : needs, send, texts);
  const own = source.text !== undefined && source.text.trim() !== '' ? parsePlaceholders(source.text) : null;
  if (own) {
    const names = own.flatMap((segment) => (typeof segment === 'string' ? [] : segment.name));
    return [...textParts(own, false, send), ...footer(needsOf(names))];
  }
  if (source.derived)
    return [...derivedParts(source.derived, send), ...footer(needsOf(source.derived.map(shownBy)))];
  return [...textParts(parsePlaceholders(source.subject), false, send), ...footer(WHOLE_FOOTER)];
}

function shownBy(piece: TextPiece): string | null {
  if (typeof piece === 'string') return null;
  return 'url' in piece ? leadsTo(piece.url) : piece.placeholder.name;
}

const needsOf = (names: readonly (string | null)[]): FooterNeeds => ({
  preferences: !names.includes(PREFERENCES),
  address: !names.includes('sender_address'),
});
