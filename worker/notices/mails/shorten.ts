const LONGEST = 80;

/** Characters that the expressions below read: a name may have a megabyte. */
const READ = 1000;

/** A typed name for our mails: on one line, too short to be a message, and without text that mail readers turn into a link. */
export function shorten(name: string): string {
  const plain = name
    .slice(0, READ)
    // Removes invisible characters and those that change the direction of the text …
    .replace(/[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, ' ')
    // … and schemes …
    .replace(/[a-z0-9+.-]{0,40}:\/+/gi, ' ')
    // … and splits host names, also with the dots of other scripts: `evil.example` becomes `evil. example`.
    .replace(/(?<=[\p{L}\p{N}_-])([.\u3002\uFF0E\uFF61])(?=\p{L})/gu, '$1 ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= LONGEST ? plain : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
