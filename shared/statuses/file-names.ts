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
const DENIAL = /(?:^| )(?:without|ohne|except|not|no|nicht|keine|minus|sans|sauf|hors|non|pas)(?: |$)/;

/** The status of all rows by the file's name, else by that of a folder or an archive around it, and the words that give it; null: none. */
export function statusOfFileName(path: string): { status: ContactStatus; word: string } | null {
  for (const name of path.split(/[/\\]/).reverse()) {
    const found = statusOfName(name);
    if (found) return found;
  }
  return null;
}

function statusOfName(name: string): { status: ContactStatus; word: string } | null {
  const folded = foldedWords(name.replace(/\.\w{1,4}$/, ''));
  const found = (Object.entries(WORDS) as [ContactStatus, readonly string[]][]).flatMap(([status, words]) =>
    words.filter((word) => hasWords(folded, word)).map((word) => ({ status, word })),
  );
  const status = strictest(found.map((one) => one.status));
  const one = found.find((one) => one.status === status);
  if (!one || status === 'unconfirmed') return one ?? null;
  // After it: `unsubscribed do not email.csv`, or `désabonnés hors France.csv`.
  return DENIAL.test(folded.slice(0, folded.indexOf(one.word))) ? null : one;
}
