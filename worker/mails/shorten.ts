/** Characters of a name that a person typed. */
const LONGEST = 80;

/** Read before the expressions below: a name may have a megabyte. */
const READ = 1000;

/**
 * A typed name as our mails show it: in one line, too short to be a message of its own, and without anything that mail readers
 * make a link of.
 */
export function shorten(name: string): string {
  const plain = name
    .slice(0, READ)
    // No schemes …
    .replace(/\b[a-z][a-z0-9+.-]{0,20}:\/+/gi, ' ')
    // … and a host name falls apart: `evil.example` becomes `evil. example`.
    .replace(/(?<=[\p{L}\p{N}_-])\.(?=\p{L})/gu, '. ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= LONGEST ? plain : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
