import { LIMITS } from './limits.ts';

/** Characters of an address in a text. Linear: neither class has the other's first character. */
const ADDRESS = /[^\s<>()[\]{}",;:@'`|*=]{1,128}@[\p{L}\p{N}.-]{1,255}/gu;
const WRAPPED = /^<(.*)>$/;

export function addressIn(field: string | null): string | null {
  if (field === null) return null;
  const text = field.slice(0, LIMITS.address * 3);
  // Some servers name the type twice.
  const value = text.replace(/^(?:[\w\s-]{1,60};){1,3}/, '').trim();
  const bare = (WRAPPED.exec(value)?.[1] ?? value).trim();
  if (/^[^\s<>@]+@[^\s<>@]+$/.test(bare) && bare.length <= LIMITS.address) return bare;
  return addressesInText(value)[0] ?? null;
}

export function addressesInText(text: string): string[] {
  const found = new Set<string>();
  for (const [match] of text.slice(0, LIMITS.text).matchAll(ADDRESS)) {
    const address = match.replace(/[.-]{1,16}$/, '');
    if (!address.endsWith('@')) found.add(address);
    if (found.size >= LIMITS.recipients) break;
  }
  return [...found];
}
