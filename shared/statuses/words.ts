import { foldedWords, hasWords } from './folded-words.ts';
import { type ContactStatus, strictest } from './statuses.ts';

/** Other services' words for a status, English and German, as `foldedWords` returns them. */
const WORDS: Readonly<Record<ContactStatus, readonly string[]>> = Object.freeze({
  mailable: [
    'mailable',
    'subscribed',
    'enabled',
    'active',
    'confirmed',
    'opted in',
    'opt in',
    'optin',
    'angemeldet',
    'aktiv',
    'bestatigt',
    'bestaetigt',
    'abonniert',
  ],
  opted_out: [
    'unsubscribed',
    'unsubscribe',
    'blocklisted',
    'blacklisted',
    'blocked',
    'disabled',
    'opted out',
    'opt out',
    'optout',
    'optedout',
    'block listed',
    'black listed',
    'blocklist',
    'blacklist',
    'do not email',
    'do not mail',
    'do not contact',
    'globally unsubscribed',
    'abgemeldet',
    'gesperrt',
    'widerrufen',
    'abbestellt',
  ],
  bounced: [
    'bounced',
    'hard bounce',
    'hardbounce',
    'hard bounced',
    'cleaned',
    'unreachable',
    'invalid',
    'unzustellbar',
    'ungultig',
    'ungueltig',
  ],
  complained: [
    'complained',
    'complaint',
    'complaints',
    'spam',
    'spam report',
    'spam reports',
    'abuse',
    'junk',
    'beschwerde',
    'beschwerden',
  ],
  unconfirmed: [
    'unconfirmed',
    'pending',
    'nonsubscribed',
    'non subscribed',
    'never subscribed',
    'transactional',
    'unbestatigt',
    'unbestaetigt',
    'ausstehend',
  ],
  left_out: ['archived', 'deleted', 'archiviert', 'geloscht', 'geloescht'],
});

const BY_WORD: ReadonlyMap<string, ContactStatus> = new Map(
  (Object.entries(WORDS) as [ContactStatus, readonly string[]][]).flatMap(([status, words]) =>
    words.map((word) => [word, status] as const),
  ),
);

/** Words that negate the others. */
const DENIALS = /^(?:not|never|no|non|nicht|nie|kein|keine|ohne|without|except)$/;
/** Words that do not change the meaning of a `mailable` word. */
const FILLERS =
  /^(?:e|mail|email|mails|emails|newsletter|marketing|contact|contacts|subscriber|member|user|by|via|from|on|at|to|in|for|the|and|is|form|web|website|admin|api|import|imported|manual|manually|single|double|all|von|am|per|zum|und|kontakt|empfanger|abonnent|\d+)$/;

/** Null: none. A `mailable` word counts only among known words; negated, it is unconfirmed. A negated refusal gives no status. */
export function statusOfWords(folded: string): ContactStatus | null {
  const whole = BY_WORD.get(folded);
  if (whole) return whole;
  const found = [...BY_WORD].filter(([word]) => hasWords(folded, word));
  if (found.length === 0) return null;
  const said = strictest(found.map(([, status]) => status))!;
  const known = new Set(found.flatMap(([word]) => word.split(' ')));
  const others = folded.split(' ').filter((word) => !known.has(word));
  if (others.some((word) => DENIALS.test(word))) return said === 'mailable' ? 'unconfirmed' : null;
  return said === 'mailable' && !others.every((word) => FILLERS.test(word)) ? null : said;
}

/** Whether a cell is exactly a word of the table. */
export const isStatusWord = (cell: string): boolean => BY_WORD.has(foldedWords(cell));

/** `5.1.1` and `550 5.1.1 …` are codes of mail servers, and no words. */
export const isReplyCode = (cell: string): boolean => /^[245](?:\.\d{1,3}\.\d{1,3}|\d\d)(?!\S)/.test(cell);
