import { urlComponent, wholeUrl } from '../domain/link-targets.ts';

/**
 * Filters that are applied to a value first, depending on where it stands. They have names because compiled mails are passed
 * between processes.
 */
export const FILTERS = Object.freeze({
  /** A whole address. */
  url: wholeUrl,
  /** A piece of an address. */
  component: urlComponent,
  /** CSS that can neither end a declaration nor name an address. */
  css: (value: string): string => value.replace(/[^\p{L}\p{N} #%.,_+-]/gu, ''),
  /** An attribute value without quotes ends at a blank, so all but plain characters become references. */
  unquoted: (value: string): string =>
    value.replace(/[^\w.-]/gu, (character) => `&#${character.codePointAt(0)!.toString()};`),
} as const);
export type FilterName = keyof typeof FILTERS;
