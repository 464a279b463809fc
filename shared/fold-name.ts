const NAME_MAX = 255;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/**
 * The form of a name that searches compare: lower case, without accents, one form for each letter. Only the first 255 characters
 * count, and they are cut first: a decomposition can be 18 times as long.
 */
export function foldName(name: string): string {
  if (name === '') return '';
  if (name.length <= NAME_MAX && ASCII.test(name)) return name.toLowerCase().trim();
  const folded = firstOf(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    // Sigma has another form at the end of a word only, and a prefix may end where the name does not.
    .replaceAll('ς', 'σ');
  return firstOf(folded).trim();
}

/** Does not cut a character in two. */
const firstOf = (text: string): string =>
  text.length <= NAME_MAX
    ? text
    : Array.from(text.slice(0, 2 * NAME_MAX))
        .slice(0, NAME_MAX)
        .join('');

/** Sorts after every text with the prefix: no UTF-8 text is greater than this character, while U+FFFF sorts before emoji. */
const LAST = '\u{10ffff}';

/** A range for an index. */
export const beginsWith = (prefix: string) => ({ $gte: prefix, $lt: prefix + LAST });

/** The search keys of a person who was added by hand. */
export const searchKeys = (person: {
  readonly email_norm: string;
  readonly first_name: string;
  readonly last_name: string;
}): string[] => [
  ...new Set(
    [person.email_norm, foldName(person.first_name), foldName(person.last_name)].filter((key) => key !== ''),
  ),
];
