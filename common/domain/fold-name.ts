/** Characters of a name that count. */
const NAME_MAX = 255;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/**
 * A name as searches compare it: lower case, without marks, the forms of a letter alike; of a longer one the first 255
 * characters. Only what was cut is folded: a decomposition can be 18 times as long.
 */
export function foldName(name: string): string {
  if (name === '') return '';
  if (name.length <= NAME_MAX && ASCII.test(name)) return name.toLowerCase().trim();
  const folded = firstOf(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    // At the end of a word alone sigma has another form, and a prefix ends where its name does not.
    .replaceAll('ς', 'σ');
  return firstOf(folded).trim();
}

/** No character is cut in two. */
const firstOf = (text: string): string =>
  text.length <= NAME_MAX
    ? text
    : Array.from(text.slice(0, 2 * NAME_MAX))
        .slice(0, NAME_MAX)
        .join('');

/** Behind all texts that begin so: UTF-8 has nothing behind this character, U+FFFF stands before emoji. */
const LAST = '\u{10ffff}';

/** Texts that begin so, as an index finds them. */
export const beginsWith = (prefix: string) => ({ $gte: prefix, $lt: prefix + LAST });

/** What searches compare of a person who was added by hand. */
export const searchKeys = (person: {
  readonly email_norm: string;
  readonly first_name: string;
  readonly last_name: string;
}): string[] => [
  ...new Set(
    [person.email_norm, foldName(person.first_name), foldName(person.last_name)].filter((key) => key !== ''),
  ),
];
