import { fillPlaceholders, parsePlaceholders, type Values } from './placeholders.ts';

const LONE_SURROGATE = /\p{Surrogate}/gu;
const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** A value as a piece of an address: only unreserved characters (RFC 3986) and %-escapes come out. */
export function urlComponent(value: string): string {
  if (/^[\w.~-]*$/.test(value)) return value;
  return encodeURIComponent(value.replace(LONE_SURROGATE, '\ufffd')).replace(/[!'()*]/g, percent);
}

/**
 * A value that is an address as a whole, or its beginning. http, https, mailto and tel keep their meaning, with
 * %-escapes for what addresses can't hold; anything else, such as `javascript:`, loses it, as its colon is escaped.
 */
export function wholeUrl(value: string): string {
  const url = value.trim();
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(url)) return urlComponent(url);
  return encodeURI(url.replace(LONE_SURROGATE, '\ufffd'))
    .replace(/%25(?=[0-9a-f]{2})/gi, '%')
    .replace(/['()]/g, percent);
}

/**
 * Where a click on a link of the table leads: its placeholders filled, each value escaped as a piece of an address.
 * Null if that is no http or https address; else it is ASCII and holds no blanks, good for a `Location` header.
 */
export function fillLinkTarget(template: string, values: Values): string | null {
  const filled = fillPlaceholders(parsePlaceholders(template), values, urlComponent);
  if (!URL.canParse(filled)) return null;
  const { protocol, href } = new URL(filled);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  // As it was written where that can be: the parser adds slashes and drops default ports.
  return /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(filled) ? filled : href;
}
