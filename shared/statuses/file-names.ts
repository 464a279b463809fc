import { foldedWords, hasWords } from './folded-words.ts';
import { type ContactStatus, strictest } from './statuses.ts';

/** Whole words of a file's name that give a status to all rows. */
const WORDS: Readonly<Partial<Record<ContactStatus, readonly string[]>>> = Object.freeze({
  mailable: ['subscribed', 'angemeldet'],
  opted_out: [
    'unsubscribed',
    'unsubscribes',
    'unsubscribe',
    'unsubscribers',
    'opt outs',
    'optouts',
    'opted out',
    'opt out',
    'optout',
    'blocklisted',
    'blocklist',
    'blacklisted',
    'blacklist',
    'do not email',
    'do not mail',
    'abgemeldet',
    'abgemeldete',
    'abmeldungen',
    'gesperrt',
    'gesperrte',
    'blockliste',
    'sperrliste',
  ],
  bounced: [
    'cleaned',
    'bounces',
    'bounced',
    'bounce',
    'blocks',
    'invalid emails',
    'unzustellbar',
    'unzustellbare',
  ],
  complained: ['spam reports', 'spam report', 'complaints', 'complaint', 'beschwerden', 'beschwerde'],
  unconfirmed: [
    'nonsubscribed',
    'non subscribed',
    'not subscribed',
    'never subscribed',
    'unconfirmed',
    'pending',
    'unbestatigt',
    'unbestatigte',
    'unbestaetigt',
  ],
});

/** `list without unsubscribed.csv` has other contacts than those. */
const DENIAL = /(?:^| )(?:without|ohne|except|not|no|nicht|keine|minus)(?: |$)/;

/** The status of all rows by the file's name, and the words that give it; null: none. */
export function statusOfFileName(name: string): { status: ContactStatus; word: string } | null {
  const folded = foldedWords(name.replace(/^.*[/\\]/, '').replace(/\.\w{1,4}$/, ''));
  const found = (Object.entries(WORDS) as [ContactStatus, readonly string[]][]).flatMap(([status, words]) =>
    words.filter((word) => hasWords(folded, word)).map((word) => ({ status, word })),
  );
  const status = strictest(found.map((one) => one.status));
  if (status === null || (status !== 'unconfirmed' && DENIAL.test(folded))) return null;
  return found.find((one) => one.status === status)!;
}
