import { urlComponent, wholeUrl } from '../domain/link-targets.ts';

/** Filters of values by context. They have names because compiled mails are passed between processes. */
export const FILTERS = Object.freeze({
  url: wholeUrl,
  component: urlComponent,
  /** CSS that can neither end a declaration nor contain an address. */
  css: (value: string): string => value.replace(/[^\p{L}\p{N} #%.,_+-]/gu, ''),
  /** An unquoted attribute ends at a blank, so all but plain characters become references. */
  unquoted: (value: string): string =>
    value.replace(/[^\w.-]/gu, (character) => `&#${character.codePointAt(0)!.toString()};`),
} as const);
export type FilterName = keyof typeof FILTERS;
