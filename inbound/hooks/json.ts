import { parse } from '@hapi/bourne';

export type Json = { readonly [key: string]: unknown };

/** Parses a text without `__proto__`; undefined if it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return parse(text, { protoAction: 'remove' });
  } catch {
    return undefined;
  }
}

/** An object; an empty one in place of anything else, so that missing fields are undefined. */
export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const objects = (value: unknown, most: number): Json[] =>
  Array.isArray(value) ? value.slice(0, most).map(object) : [];

export const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 4096) : '');

export const filledTexts = (...values: readonly unknown[]): string[] =>
  values.map(text).filter((one) => one !== '');

export const scalar = (value: unknown): string => (typeof value === 'number' ? String(value) : text(value));
