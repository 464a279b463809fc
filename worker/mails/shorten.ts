/** Characters of a typed name that a mail shows at most. */
const LONGEST = 80;

/** Characters that the expressions below read: a name may have a megabyte. */
const READ = 1000;

/**
 * A typed name as our mails show it: on one line, too short to be a message of its own, and without text that mail
 * readers turn into a link.
 */
export function shorten(name: string): string {
  const plain = name
    .slice(0, READ)
    // Removes schemes …
    .replace(/\b[a-z][a-z0-9+.-]{0,20}:\/+/gi, ' ')
    // … and splits host names: `evil.example` becomes `evil. example`.
    .replace(/(?<=[\p{L}\p{N}_-])\.(?=\p{L})/gu, '. ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= LONGEST ? plain : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
