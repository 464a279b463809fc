/** Name of the input, the rule field and the file column. An older custom field of this name keeps it in rules and files. */
export const TAGS = 'tags';
/** Tags of one contact. */
export const TAGS_MAX = 50;
/** Characters of a tag. */
export const TAG_MAX = 64;

/** Characters between tags in a file. */
const SEPARATORS = /[,;|\r\n]/;
// oxlint-disable-next-line no-control-regex
const REFUSED = /[,;|"\0-\x1f\x7f\ufffd]/;

/** A tag in the form in which it is stored and compared: small letters, single blanks. Null: it cannot be a tag. */
export function readTag(given: string): string | null {
  // No tag becomes so much shorter.
  if (given.length > 4 * TAG_MAX) return null;
  const tag = given.trim().toLowerCase().normalize('NFC').replace(/ +/g, ' ');
  return tag === '' || REFUSED.test(tag) || [...tag].length > TAG_MAX ? null : tag;
}

/** The tags of a file's cell, each once. Null: one of them is none, or there are too many. */
export function readTags(cell: string): readonly string[] | null {
  const tags = new Set<string>();
  for (const part of cell.split(SEPARATORS, 4 * TAGS_MAX)) {
    const text = part.trim().replace(/^"+|"+$/g, '');
    if (text.trim() === '') continue;
    const tag = readTag(text);
    if (tag === null) return null;
    tags.add(tag);
  }
  return tags.size > TAGS_MAX ? null : [...tags];
}

export const writeTags = (tags: readonly string[]): string => tags.join(', ');

/** With these further ones, as far as there is room. */
export const withTags = (tags: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...tags, ...more])].slice(0, Math.max(TAGS_MAX, tags.length));

/** Fields of files: those of a contact, custom ones, and tags unless a custom field has their name. */
export const withTagField = (fields: readonly string[]): string[] =>
  fields.includes(TAGS) ? [...fields] : [...fields, TAGS];
