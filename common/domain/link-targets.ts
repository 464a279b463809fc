import { fillPlaceholders, type PlaceholderValues, parsePlaceholders } from './placeholders.ts';

/** The number of the link that no person sees; those of the content are counted from 1. Only scanners follow it. */
export const HIDDEN_LINK = 0;

const LONE_SURROGATE = /\p{Surrogate}/gu;
const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Escapes a value as a component of an address: the result has only unreserved characters (RFC 3986) and %-escapes. */
export function urlComponent(value: string): string {
  if (/^[\w.~-]*$/.test(value)) return value;
  return encodeURIComponent(value.replace(LONE_SURROGATE, '\ufffd')).replace(/[!'()*]/g, percent);
}

/**
 * Escapes a value that is an address or the beginning of one. http, https, mailto and tel keep their meaning; other characters become
 * %-escapes. Any other scheme, such as `javascript:`, loses its meaning because its colon is escaped.
 */
export function wholeUrl(value: string): string {
  const url = value.trim();
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(url)) return urlComponent(url);
  return encodeURI(url.replace(LONE_SURROGATE, '\ufffd'))
    .replace(/%25(?=[0-9a-f]{2})/gi, '%')
    .replace(/['()]/g, percent);
}

/** Values are escaped. Null when it is not http or https; otherwise ASCII without blanks, fit for a `Location` header. */
export function fillLinkTarget(template: string, values: PlaceholderValues): string | null {
  const filled = fillPlaceholders(parsePlaceholders(template), values, urlComponent);
  if (!URL.canParse(filled)) return null;
  const { protocol, href } = new URL(filled);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  // Unchanged where possible: the URL parser adds slashes and drops default ports.
  return /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(filled) ? filled : href;
}
