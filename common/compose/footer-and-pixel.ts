import { escapeHtml } from '../domain/html-escape.ts';
import { HIDDEN_LINK } from '../domain/link-targets.ts';
import { parsePlaceholders } from '../domain/placeholders.ts';
import type { FooterLanguage } from './footer-texts.ts';
import { type BodyPart, token } from './parts.ts';
import { type SendConstants, textParts } from './value-parts.ts';

/** Hides a text. `display:none` needs no small font, for which SpamAssassin counts points (FONT_INVIS_MSGID). */
const HIDDEN = 'display:none;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';
/** Wide inboxes show about this many characters. Blanks pad a shorter preheader, so that the mail's first words are not shown. */
const PREVIEW_LENGTH = 200;
/**
 * Characters of HTML. SpamAssassin takes a shorter mail with a pixel for an image almost without text, at up to 2.8 points
 * (HTML_IMAGE_ONLY_04 to 32). It does not look at the size of the image.
 */
const SHORT_HTML = 3200;
const PADDING = '&zwnj;&nbsp;';

/** The footer has its own background, because the mail's may be dark. The contrast is 5.3 to 1. */
const FOOTER =
  'padding:24px 16px;text-align:center;font:12px/18px Arial,Helvetica,sans-serif;color:#6b6b6b;background-color:#ffffff';
const FOOTER_LINK = 'color:#6b6b6b;text-decoration:underline';

/** Every mail must show both (CAN-SPAM; docs/rules.md 9.12). True: the template lacks it. */
export interface FooterNeeds {
  readonly preferences: boolean;
  readonly address: boolean;
}

export const NO_FOOTER: FooterNeeds = Object.freeze({ preferences: false, address: false });
export const WHOLE_FOOTER: FooterNeeds = Object.freeze({ preferences: true, address: true });

export function preheaderHtml(preheader: string, send: SendConstants): BodyPart[] {
  const text = preheader.trim();
  if (text === '') return [];
  return [
    `<div style="${HIDDEN}">`,
    ...textParts(parsePlaceholders(text), true, send),
    `${PADDING.repeat(Math.max(0, PREVIEW_LENGTH - text.length))}</div>`,
  ];
}

/** Blanks between the words of a short mail and its footer, so that inboxes do not show the footer behind them. `length`: of its HTML. */
export function paddingHtml(length: number): BodyPart[] {
  const blanks = Math.ceil((SHORT_HTML - length) / PADDING.length);
  return blanks > 0 ? [`<div style="${HIDDEN}" aria-hidden="true">${PADDING.repeat(blanks)}</div>`] : [];
}

/** With the link to the preferences, the footer always shows the postal address too. */
const shownAddress = ({ preferences, address }: FooterNeeds, { values }: SendConstants): string =>
  preferences || address ? (values.get('sender_address') ?? '') : '';

export function footerHtml(needs: FooterNeeds, send: SendConstants, language: FooterLanguage): BodyPart[] {
  const { lang, isRightToLeft, invitation } = language;
  const plain = escapeHtml(shownAddress(needs, send));
  // Without isolation, a line from right to left shows the parts of an address in Latin letters in the wrong order.
  const address = isRightToLeft && plain !== '' ? `<bdi>${plain}</bdi>` : plain;
  if (!needs.preferences) return address === '' ? [] : [`<div style="${FOOTER}">${address}</div>`];
  return [
    `<div style="${FOOTER}" lang="${lang}" dir="${isRightToLeft ? 'rtl' : 'ltr'}">${address}${address === '' ? '' : '<br>'}<a href="${escapeHtml(send.publicUrl)}/preferences/`,
    token('preferences'),
    `" style="${FOOTER_LINK}">${invitation}</a></div>`,
  ];
}

export function footerText(
  needs: FooterNeeds,
  send: SendConstants,
  { invitation }: FooterLanguage,
): BodyPart[] {
  const address = shownAddress(needs, send);
  if (!needs.preferences) return address === '' ? [] : [`\n\n${address}\n`];
  return [
    `\n\n${address}${address === '' ? '' : '\n'}${invitation}: ${send.publicUrl}/preferences/`,
    token('preferences'),
    '\n',
  ];
}

export const pixelHtml = (send: SendConstants): BodyPart[] => [
  `<img src="${escapeHtml(send.publicUrl)}/o/`,
  token('open'),
  '" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">',
];

/** A link that only scanners follow: hidden from eyes, ears and keyboards, and without text, which spam filters look for. */
export const hiddenLinkHtml = (send: SendConstants): BodyPart[] => [
  `<div style="display:none;mso-hide:all" aria-hidden="true"><a href="${escapeHtml(send.publicUrl)}/c/`,
  token('click', HIDDEN_LINK),
  '" tabindex="-1" rel="nofollow"></a></div>',
];
