import { foldedWords } from './folded-words.ts';
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

const STATUS_OF: ReadonlyMap<string, ContactStatus> = new Map(
  (Object.entries(WORDS) as [ContactStatus, readonly string[]][]).flatMap(([status, words]) =>
    words.map((word) => [word, status] as const),
  ),
);
/** The longest first: `not subscribed` has the word `subscribed`, too. */
const STATUS_WORDS = new RegExp(
  `(?<=^| )(${[...STATUS_OF.keys()].toSorted((one, other) => other.length - one.length).join('|')})(?= |$)`,
);

/** Before words: `list without bounces and unsubscribed.csv` has other contacts than those. */
const WITHOUT = /^(?:without|ohne|except|no|keine|minus|sans|sauf|hors)$/;
/** Before one word. */
const NOT = /^(?:not|never|nicht|nie|non|pas|jamais)$/;
/** After the word: `bounces_removed.csv` has other contacts. */
const REMOVED = /^(?:free|frei|removed|excluded|entfernt|bereinigt|exclus|exclues|retires|retirees)$/;
const FREE = /^(?:free|frei)$/;
/** After a word for bounces or complaints, which is about something else then: `bounce house rentals.csv`. */
const THINGS = /^(?:house|houses|castle|castles|department|team|desk|abteilung|service)$/;
/** `Subscribers and unsubscribes`: the word is one of several. */
const AND = /^(?:and|und|et|plus|sowie)$/;
const WITH = /^(?:with|mit|avec|including|inklusive|incl|inkl)$/;
const OR = /^(?:or|oder|ou|nor)$/;
/** Between a denial and its words. */
const FILLERS = /^(?:any|the|all|yet|alle|die|der|den|les|des|de|la|le|e|e?mails?|\d+)$/;

interface FileStatus {
  readonly status: ContactStatus;
  /** The words of the name that give it. */
  readonly word: string;
}

/** The meaning of a name. */
interface NameMeaning {
  readonly said: FileStatus | null;
  /** Whether it has words of several statuses, or is also of people without its status. */
  readonly isMixed: boolean;
  /** The statuses that its contacts do not have. */
  readonly denied: readonly ContactStatus[];
}

/** The status of all rows by the file's name, else by that of a folder or an archive around it; null: none. */
export function statusOfFileName(path: string): FileStatus | null {
  return saidBy(path.split(/[/\\]/).reverse())?.said ?? null;
}

/** The name of a file, after that of the first folder, archive or sheet around it that gives its rows a status, if its own says none. */
export function withStatus(name: string, around: readonly string[]): string {
  const saying = saidBy([name, ...around]);
  return saying === null || saying.at === 0 ? name : `${around[saying.at - 1]!}/${name}`;
}

/** The first name that says a status, from the inner ones, other than those that names before it deny. One around the file that says several makes its contacts unconfirmed. */
function saidBy(names: readonly string[]): { at: number; said: FileStatus } | null {
  const denied = new Set<ContactStatus>();
  for (const [at, name] of names.entries()) {
    const { said, isMixed, ...others } = meaningOf(name);
    if (said && !denied.has(STATUS_OF.get(said.word)!))
      return { at, said: at > 0 && isMixed ? { ...said, status: 'unconfirmed' } : said };
    for (const status of others.denied) denied.add(status);
  }
  return null;
}

/** A word of a name, or several that mean a status. */
interface NameWord {
  readonly text: string;
  readonly status: ContactStatus | null;
}

function wordsOf(name: string): NameWord[] {
  const parts = foldedWords(name.replace(/\.\w{1,4}$/, '')).split(STATUS_WORDS);
  const words = parts.flatMap((part, at): NameWord[] =>
    at % 2 === 1
      ? [{ text: part, status: STATUS_OF.get(part)! }]
      : part
          .split(' ')
          .filter((text) => text !== '')
          .map((text) => ({ text, status: null })),
  );
  return words.map((word, at) =>
    isOfThing(words, at) || isRemoval(words, at) ? { ...word, status: null } : word,
  );
}

const isHard = (word: NameWord | undefined): boolean =>
  word?.status === 'bounced' || word?.status === 'complained';
const isOfThing = (words: readonly NameWord[], at: number): boolean =>
  isHard(words[at]) && THINGS.test(words[nextAfter(words, at)]?.text ?? '');
/** `bounces cleaned` are no bounces. */
const isRemoval = (words: readonly NameWord[], at: number): boolean =>
  words[at]!.text === CLEANED && isHard(words[at - 1]);
const CLEANED = 'cleaned';

/** Numbers do not count. */
function nextAfter(words: readonly NameWord[], at: number): number {
  let next = at + 1;
  while (/^\d+$/.test(words[next]?.text ?? '')) next += 1;
  return next;
}

const isRemoved = (word: NameWord | undefined): boolean =>
  word !== undefined && word.status === null && (REMOVED.test(word.text) || word.text === CLEANED);

/** Whether a name says that its contacts do not have the status of a word: `unsure` if that may be said of something else. */
function denialOf(words: readonly NameWord[], at: number): 'sure' | 'unsure' | null {
  const after = chainFrom(words, at);
  const removal = words[after.end];
  if (isRemoved(removal)) {
    // `Unsubscribed free users` may have unsubscribed from what is free.
    const isSure = isHard(words[at]) || !FREE.test(removal!.text);
    return isSure && (after.count === 1 || after.isJoined) ? 'sure' : 'unsure';
  }
  const denial = words.findLastIndex(({ text }, one) => one < at && (WITHOUT.test(text) || NOT.test(text)));
  if (denial === -1) return null;
  const chain = chainFrom(words, denial + 1);
  if (at >= chain.end) return 'unsure';
  const isOne = words.slice(denial + 1, at).every(({ status }) => status === null);
  if (NOT.test(words[denial]!.text)) return isOne ? 'sure' : 'unsure';
  return chain.count === 1 || chain.isJoined ? 'sure' : 'unsure';
}

/** Words for statuses from a place on, with what joins them. `end`: the first word that is no part. */
function chainFrom(
  words: readonly NameWord[],
  from: number,
): { end: number; count: number; isJoined: boolean } {
  let [end, count, isJoined] = [from, 0, false];
  for (let word = words[end]; word; word = words[(end += 1)]) {
    if (word.status !== null) count += 1;
    else if (AND.test(word.text) || OR.test(word.text)) isJoined = true;
    else if (!FILLERS.test(word.text)) break;
  }
  return { end, count, isJoined };
}

function meaningOf(name: string): NameMeaning {
  const words = wordsOf(name);
  const found = words.flatMap((word, at) => {
    const { text, status } = word;
    if (status === null) return [];
    return [{ word: text, at, status, denial: denialOf(words, at) }];
  });
  const denied = found.filter(({ denial }) => denial === 'sure');
  const said = found
    .filter(({ denial }) => denial !== 'sure')
    .map((one): (typeof found)[number] => (one.denial === null ? one : { ...one, status: 'unconfirmed' }));
  const statuses = new Set(said.map(({ status }) => status));
  // The subscribed ones may be those that are not confirmed.
  if (statuses.has('unconfirmed')) statuses.delete('mailable');
  const isJoined =
    said.length === 1 &&
    said.some(({ at }) => {
      const [before, after] = [words[at - 1]?.text ?? '', words[at + 1]?.text ?? ''];
      return AND.test(before) || WITH.test(before) || AND.test(after);
    });
  return {
    said: strictestOf(words, said, isJoined) ?? deniedMailable(denied),
    isMixed: statuses.size > 1 || isJoined,
    denied: denied.map(({ status }) => status),
  };
}

/** `Nicht angemeldet` is no refusal, but such people did not subscribe. */
function deniedMailable(denied: readonly FileStatus[]): FileStatus | null {
  const one = denied.find(({ status }) => status === 'mailable');
  return one ? { word: one.word, status: 'unconfirmed' } : null;
}

function strictestOf(
  words: readonly NameWord[],
  said: readonly (FileStatus & { readonly at: number })[],
  isJoined: boolean,
): FileStatus | null {
  const status = strictest(said.map((one) => one.status));
  const found = said.find((one) => one.status === status);
  if (!found) return null;
  const { word, at } = found;
  // Mailchimp's are `cleaned_members_…` and others; a list may also be one that was cleaned.
  const next = words[at + 1]?.text ?? '';
  const isDoubtful =
    word === CLEANED
      ? at > 0 || /^(?:list|contacts|data)$/.test(next)
      : // Unsubscribes that were cleaned, or a list without them.
        status === 'opted_out' && next === CLEANED;
  const isAlsoMailable = status !== 'mailable' && said.some((other) => other.status === 'mailable');
  const isOneOfSeveral = isAlsoMailable || (status !== 'mailable' && isJoined);
  return { word, status: isDoubtful || isOneOfSeveral ? 'unconfirmed' : found.status };
}
