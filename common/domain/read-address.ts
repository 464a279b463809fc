import { parseAddress } from './addresses.ts';

/** An address as people and programs write it in a cell, with the name before it. */
interface ReadAddress {
  readonly address: string;
  readonly name: string;
}

/** In characters. Longer cells are no addresses with a name. */
const CELL_MAX = 600;

// Zero-width characters and the soft hyphen, which a copy from a page or a mail contains.
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const NAMED = /^(.*?)[<\u2039]\s*([^<>]*?)\s*[>\u203a]$/s;
const QUOTES = /^["'\u2018\u201c\u201e]+|["'\u2019\u201d\u201c]+$/g;

/** `several`: more than one address. Null: none. */
export function readAddress(cell: string): ReadAddress | 'several' | null {
  const plain = parseAddress(cell);
  if (plain !== null && !plain.startsWith("'")) return { address: plain, name: '' };
  if (cell.length > CELL_MAX) return null;
  const text = cell.replace(UNSEEN, '').replaceAll('\u00a0', ' ').trim();
  const [, name = '', inner] = NAMED.exec(text.replace(/[.,;\s]+$/, '')) ?? [];
  const address = parseAddress(bare(inner ?? text));
  if (address !== null)
    return { address, name: inner === undefined ? '' : name.trim().replace(QUOTES, '').trim() };
  return (text.match(/[^\s,;@]@[^\s,;@]/g)?.length ?? 0) > 1 ? 'several' : null;
}

const bare = (text: string): string =>
  text
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/s, '')
    .trim()
    .replace(QUOTES, '')
    .replace(/[.,;]+$/, '');

/** First and last name of a full one, also written `Last, First`. */
export function splitName(name: string): readonly [first: string, last: string] {
  const text = name.trim();
  const comma = text.indexOf(',');
  if (comma > 0) return [text.slice(comma + 1).trim(), text.slice(0, comma).trim()];
  const blank = text.search(/\s/);
  return blank === -1 ? [text, ''] : [text.slice(0, blank), text.slice(blank).trim()];
}
