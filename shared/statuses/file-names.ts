import { foldedWords, hasWords } from './folded-words.ts';
import { type ContactStatus, strictest } from './statuses.ts';

/** Whole words of a file's name that give a status to all rows. */
const WORDS: Readonly<Partial<Record<ContactStatus, readonly string[]>>> = Object.freeze({
  mailable: ['subscribed', 'angemeldet', 'abonnes', 'abonnees', 'inscrits', 'inscrites'],
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
    'desabonne',
    'desabonnes',
    'desabonnee',
    'desabonnees',
    'desabonnement',
    'desabonnements',
    'desinscrit',
    'desinscrits',
    'desinscrite',
    'desinscrites',
    'desinscription',
    'desinscriptions',
    'bloque',
    'bloques',
    'bloquee',
    'bloquees',
    'liste noire',
    'liste repoussoir',
    'oppositions',
    'ne pas contacter',
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
    'rebond',
    'rebonds',
    'npai',
    'rejete',
    'rejetes',
    'rejetee',
    'rejetees',
    'adresses invalides',
  ],
  complained: [
    'spam reports',
    'spam report',
    'complaints',
    'complaint',
    'beschwerden',
    'beschwerde',
    'plainte',
    'plaintes',
  ],
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
    'en attente',
    'non confirme',
    'non confirmes',
    'non confirmee',
    'non confirmees',
    'non abonnes',
    'non abonnees',
    'non inscrits',
    'non inscrites',
  ],
});

/** Before the word: `list without unsubscribed.csv` has other contacts than those. */
const DENIAL =
  /(?:^| )(?:without|ohne|except|not|no|never|nicht|keine|nie|minus|sans|sauf|hors|non|pas|jamais)(?: |$)/;
/** After the word: `bounces_removed.csv` has other contacts, and `bounce house rentals.csv` is about something else. */
const DENIED_AFTER =
  /^(?: \d+)* (?:free|frei|removed|excluded|cleaned|entfernt|bereinigt|exclus|exclues|retires|retirees|house|houses|castle|castles|department|team|desk|abteilung|service)(?: |$)/;
/** `Subscribers and unsubscribes`: the word is one of several. */
const JOINED_BEFORE = /(?:^| )(?:and|und|et|plus|with|mit|avec|including|inklusive|incl|inkl|sowie)$/;
const JOINED_AFTER = /^(?:and|und|et|plus|sowie)(?: |$)/;

interface FileStatus {
  readonly status: ContactStatus;
  /** The words of the name that give it. */
  readonly word: string;
}

/** The status of all rows by the file's name, else by that of a folder or an archive around it; null: none. */
export function statusOfFileName(path: string): FileStatus | null {
  const [name = '', ...around] = path.split(/[/\\]/).reverse();
  const own = statusOfName(name);
  if (own) return own === 'other' ? null : own;
  const saying = aroundOf(around);
  return saying === undefined ? null : (statusOfName(saying) as FileStatus);
}

/** The name of a file, after that of the first folder, archive or sheet around it that gives its rows a status, if its own says none. */
export function withStatus(name: string, around: readonly string[]): string {
  const saying = statusOfName(name) ? undefined : aroundOf(around);
  return saying === undefined ? name : `${saying}/${name}`;
}

/** The first name that says a status; undefined if it says several, or that its contacts are others. */
function aroundOf(around: readonly string[]): string | undefined {
  const saying = around.find((one) => statusOfName(one) !== null);
  return saying === undefined || statusOfName(saying) === 'other' || isMixed(wordsOf(saying))
    ? undefined
    : saying;
}

const wordsOf = (name: string): string => foldedWords(name.replace(/\.\w{1,4}$/, ''));

const foundIn = (folded: string): FileStatus[] =>
  (Object.entries(WORDS) as [ContactStatus, readonly string[]][]).flatMap(([status, words]) =>
    words.filter((word) => hasWords(folded, word)).map((word) => ({ status, word })),
  );

const around = (folded: string, word: string): [before: string, after: string] => {
  const at = ` ${folded} `.indexOf(` ${word} `);
  return [folded.slice(0, at).trimEnd(), folded.slice(at + word.length)];
};

/** Whether a name has words of several statuses, or is also of people without its status. */
function isMixed(folded: string): boolean {
  const found = foundIn(folded);
  const statuses = new Set(found.map(({ status }) => status));
  // `not subscribed` has the word `subscribed`, too.
  if (statuses.has('unconfirmed')) statuses.delete('mailable');
  return statuses.size > 1 || isJoined(folded, found);
}

const isJoined = (folded: string, found: readonly FileStatus[]): boolean =>
  found.length === 1 &&
  found.some(({ word }) => {
    const [before, after] = around(folded, word);
    return JOINED_BEFORE.test(before) || JOINED_AFTER.test(after.trimStart());
  });

/** `other`: the name has words for a status, and says that the contacts are others. */
function statusOfName(name: string): FileStatus | 'other' | null {
  const folded = wordsOf(name);
  const found = foundIn(folded);
  const status = strictest(found.map((one) => one.status));
  const one = found.find((one) => one.status === status);
  if (!one || status === 'unconfirmed') return one ?? null;
  const [before, after] = around(folded, one.word);
  // `unsubscribed do not email.csv` and `désabonnés hors France.csv` are what they say.
  // The denial in `do not email and unsubscribed.csv` is one of a word.
  const others = found.reduce((text, { word }) => text.replace(` ${word} `, ' '), ` ${before} `);
  if (DENIAL.test(others) || found.some(({ word }) => DENIED_AFTER.test(around(folded, word)[1])))
    return 'other';
  // Mailchimp's are `cleaned_members_…` and others; a list may also be one that was cleaned.
  const isDoubtful = one.word === 'cleaned' && (before !== '' || /^ (?:list|contacts|data)/.test(after));
  const isAlsoMailable = status !== 'mailable' && found.some((other) => other.status === 'mailable');
  const isOneOfSeveral = isAlsoMailable || (status !== 'mailable' && isJoined(folded, found));
  return isDoubtful || isOneOfSeveral ? { ...one, status: 'unconfirmed' } : one;
}
