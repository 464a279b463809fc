/** Characters of a name that somebody typed. */
const LONGEST = 60;

/** A typed name as our mails show it: in one line, and too short to be a message of its own. */
export function shorten(name: string): string {
  const characters = Array.from(name.replace(/\s+/g, ' ').trim());
  return characters.length <= LONGEST ? characters.join('') : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
