import { type Answers, answersIn, areAllAnswers, areAnswers, areDates } from './answers.ts';
import { foldedWords, hasWords } from './folded-words.ts';
import type { ContactStatus } from './statuses.ts';
import { FRENCH_OPT_OUTS, statusOfWords } from './words.ts';

/** The statuses that cells of a column mean, by its heading. */
export interface StatusHeading {
  /** For yes or a date; null: the cells must be words. */
  readonly yes: ContactStatus | null;
  /** For no; null as with `yes`. */
  readonly no: ContactStatus | null;
  /** For a blank cell; null: an unknown word. */
  readonly blank: ContactStatus | null;
}

/** A column whose cells are words, such as `status`. */
export const WORDS_ALONE: StatusHeading = Object.freeze({ yes: null, no: null, blank: null });
const CONSENT: StatusHeading = Object.freeze({ yes: 'mailable', no: 'opted_out', blank: null });
/** A pattern for one of these words. */
function wholeWords(...lines: readonly string[]): RegExp {
  return new RegExp(`^(?:${lines.join(' ').replaceAll(' ', '|')})$`);
}
const refusal = (yes: ContactStatus): StatusHeading =>
  Object.freeze({ yes, no: 'mailable', blank: 'mailable' });

/** The effect of further words in a heading. any: none · asked: it is not certain · other: the heading is about something else. */
type OtherWords = 'any' | 'asked' | 'other';
interface HeadingRule {
  readonly words: readonly string[];
  readonly heading: StatusHeading;
  readonly otherWords: OtherWords;
  /** Whether it counts only where most cells are answers, as columns of texts, links and numbers have such headings, too. */
  readonly answers?: boolean;
}

const REFUSALS: readonly HeadingRule[] = [
  {
    words: [
      'unsubscribed',
      'suppressed',
      'abbestellt',
      'werbesperre',
      'opt out',
      'opted out',
      'optout',
      'optedout',
      'do not email',
      'do not mail',
      'do not contact',
      'abmeldung',
      'abgemeldet',
      ...FRENCH_OPT_OUTS.filter((word) => !word.startsWith('bloque')),
    ],
    heading: refusal('opted_out'),
    otherWords: 'any',
  },
  {
    words: [
      'blocked',
      'blocklisted',
      'blacklisted',
      'block listed',
      'black listed',
      'emailblacklisted',
      'gesperrt',
      'bloque',
      'bloquee',
    ],
    heading: refusal('opted_out'),
    otherWords: 'asked',
  },
  {
    words: ['unsubscribe', 'unsubscribes', 'blocklist', 'blacklist', 'opposition'],
    heading: refusal('opted_out'),
    otherWords: 'asked',
    answers: true,
  },
  {
    words: ['email dnc', 'mail dnc', 'dnc email', 'dnc mail'],
    heading: refusal('opted_out'),
    otherWords: 'any',
  },
  // An account may be deactivated, and DNC may be about calls.
  {
    words: ['deactivated', 'deaktiviert', 'dnc'],
    heading: refusal('unconfirmed'),
    otherWords: 'asked',
    answers: true,
  },
  {
    words: ['bounced', 'hard bounced', 'unzustellbar', 'npai'],
    heading: refusal('bounced'),
    otherWords: 'any',
  },
  {
    words: ['bounce', 'bounces', 'cleaned', 'rebond', 'rebonds'],
    heading: refusal('bounced'),
    otherWords: 'other',
    answers: true,
  },
  { words: ['complained'], heading: refusal('complained'), otherWords: 'any' },
  {
    words: ['complaint', 'complaints', 'spam', 'beschwerde', 'beschwerden', 'plainte', 'plaintes'],
    heading: refusal('complained'),
    otherWords: 'other',
    answers: true,
  },
];

const CONSENTS: readonly HeadingRule[] = [
  {
    words: [
      'subscribed',
      'email marketing',
      'accepts marketing',
      'email permission',
      'marketing permission',
      'abonniert',
      'abonne',
      'abonnee',
    ],
    heading: CONSENT,
    otherWords: 'asked',
  },
  {
    words: [
      'consent',
      'opt in',
      'opted in',
      'optin',
      'abonnement',
      'werbung',
      'einwilligung',
      'angemeldet',
      'inscrit',
      'inscrite',
      'consentement',
    ],
    heading: CONSENT,
    otherWords: 'other',
  },
];

const OF_WORDS: HeadingRule = {
  words: ['status', 'statut', 'etat du contact', 'etat de l inscription'],
  heading: WORDS_ALONE,
  otherWords: 'any',
};
const NEWSLETTER: HeadingRule = {
  words: ['newsletter', 'newsletters', 'infolettre', 'rundbrief'],
  heading: CONSENT,
  otherWords: 'other',
};
/** The first that fits a heading counts: `Unsubscribed from email marketing` is a refusal. */
const RULES: readonly HeadingRule[] = [
  ...REFUSALS,
  ...CONSENTS,
  { words: ['widerrufen'], heading: refusal('opted_out'), otherWords: 'any' },
  OF_WORDS,
  NEWSLETTER,
];

/** A person who is not active may be inactive as a customer. */
const UNSURE: StatusHeading = Object.freeze({ yes: 'mailable', no: 'unconfirmed', blank: null });
const ACTIVE = /^(?:(?:is|contact|kontakt|subscriber|user|e ?mail|email) )?(?:active|aktiv|actif|enabled)$/;

/** Words that do not change what a heading is about. */
const FILLERS = wholeWords(
  'e mail mails email emails marketing newsletter newsletters gdpr dsgvo rgpd status statut state flag is has ist hat est was',
  'contact contacts kontakt subscriber subscribers user member abonnent abonnenten longer more mehr plus',
  'accepts accept receive receives given granted erteilt gegeben marked reported gemeldet as report reports abuse spam hard definitif',
  'i ich je wants want wanted send sends gets get allowed agrees subscribe subscription signup sign up',
  'anmeldung gewunscht erwunscht erhalten erlaubt souhaite recevoir inscription abonnement',
  'to the for of from in our we us all any global globally direct current mailing mailings and via by',
  'zu zum zur fur vom von der die das den dem und per par a au aux la le les l de du des d et',
  'courriel lettre infolettre rundbrief werbung permission consent',
  'communication communications promotion promotions promotional offer offers update updates news',
  'werbe werbemail werbemails versand newsletterversand mailversand emailversand newslettern angebot angebote neuigkeiten',
  'offre offres promotionnel promotionnels promotionnelle promotionnelles actualites nouvelles',
);
/** `No consent`, and consents that ended. */
const DENIALS = wholeWords(
  'no not non never kein keine keinen keiner nicht nie ohne without pas jamais sans aucun aucune',
  'withdrawn withdrawal revoked revocation declined refused rejected denied cancelled canceled',
  'widerrufen widerruf abgelehnt verweigert entzogen zuruckgezogen',
  'retire retiree refuse refusee revoque revoquee decline declinee retrait refus',
);
const EXPIRED = wholeWords('expired abgelaufen');
/** Both answers, in a heading such as `Consent (yes/no)`. */
const BOTH_ANSWERS =
  /(?:^| )(?:yes (?:or )?no|ja (?:oder )?nein|oui (?:ou )?non|y n|j n|o n|true false|on off|1 0|0 1)(?= |$)/g;
/** It cannot be known which of the two a yes is. */
const EITHER =
  /(?:^| )(?:opt(?:ed)? ?in (?:or |oder |ou )?(?:opt(?:ed)? ?)?out|subscribed (?:or )?un ?subscribed|angemeldet (?:oder )?abgemeldet)(?: |$)/;
/** A bounce that is temporary, what is known about it, or a number. */
const NO_BOUNCE = wholeWords(
  'soft temporaire leger total totals type typ message nachricht days tage jours category kategorie',
);

/** Headings with these words are about something else, or about the reason or means of a status. */
const OTHER_WORDS: readonly string[] = [
  ...'reason ip campaign title id url link source count number code sms phone whatsapp push order payment marital family'.split(
    ' ',
  ),
  'token',
  'score',
  'rate',
  ...'civil employment job shipping shipment invoice billing ticket lead deal project relationship'.split(
    ' ',
  ),
  ...'grund kampagne quelle anzahl telefon bestellung zahlung lieferung rechnung familien'.split(' '),
  ...'raison motif campagne titre lien origine nombre numero telephone portable commande paiement matrimonial familial'.split(
    ' ',
  ),
  ...'civile emploi professionnel juridique social livraison expedition facture facturation devis projet dossier'.split(
    ' ',
  ),
  ...'contrat adhesion adherent cotisation licence'.split(' '),
];
/** A person or a means, as in `blocked by`; but `Ne pas contacter par e-mail` is about mails. */
const MEANS = '(?:by|par)(?! (?:e ?)?mails?(?: |$)| courriels?(?: |$))';
/** `Gesperrt von`, and the sending of goods; but `Einwilligung zum Versand von Werbung` is about mails. */
const ADS = '(?:werb|news|e ?mail|mails|angebot|neuigkeit)';
const SENDER = `von(?! ${ADS})`;
const SENDING = `(?<!einwilligung(?: .*)? (?:newsletter|werbe|e ?mail|mail) )versand(?! (?:von|per|der) ${ADS})`;
const OTHER = new RegExp(`(?:^| )(?:${[...OTHER_WORDS, MEANS, SENDER, SENDING].join('|')})(?: |$)`);
const MAIL = wholeWords('mail mails email emails newsletter newsletters courriel courriels infolettre');
/** A yes is a consent; a no may be the refusal of something else, and is asked. */
const NO_ASKED: StatusHeading = Object.freeze({ yes: 'mailable', no: null, blank: null });
/** The date of a consent proves nothing about today; the date of a refusal does. */
const WHEN =
  /(?:^| )(?:at|on|date|time|timestamp|am|datum|zeit|zeitpunkt|heure|horodatage|depuis|le(?=$))(?: |$)/;
/** Headings with these words are about how a person consented: `DOUBLE_OPT-IN` is blank for people who were imported. */
const HOW = /(?:^| )(?:double opt ?in|text|version|cookies?|method|level|score|rate)(?: |$)/;
/** `Newsletterstatus` is one word; `Bestellstatus` is about another thing. */
const COMPOUND =
  /(?:^| )(?:newsletter|abo|abonnement|abonnenten|kontakt|empfanger|e?mail|anmelde)status(?: |$)/;

const wordsOf = (name: string): string =>
  foldedWords(name)
    .replace(BOTH_ANSWERS, '')
    .replace(/(?:^| )mailing lists?(?= |$)/, ' mailing')
    .trim();

const ruleOf = (folded: string): HeadingRule | undefined =>
  RULES.find(({ words }) => words.some((word) => hasWords(folded, word)));

/** The words of a heading without those of its rule, and without dates. */
function othersIn(folded: string, { words }: HeadingRule): string[] {
  const left = words.reduce((text, word) => text.replaceAll(` ${word} `, ' '), ` ${folded} `);
  return left.split(' ').filter((word) => word !== '' && !WHEN.test(word));
}

/** Whether a column is of a newsletter. */
export const isOfNewsletter = (name: string): boolean => ruleOf(wordsOf(name)) === NEWSLETTER;

/** `other`: about something other than a person's status, whatever its cells are. Null: nothing. */
type HeadingMeaning = StatusHeading | 'other' | null;

/** Of a column that the caller names, whatever is in it. Null: no status. */
export function headingOf(name: string): StatusHeading | null {
  const said = readHeading(name, null, false);
  return said === 'other' ? null : said;
}

export function readHeading(
  name: string,
  /** The cells below it; null: unknown. */
  given: readonly string[] | null,
  /** Whether other columns of the file are of newsletters, too. */
  isOneOfSeveral: boolean,
): HeadingMeaning {
  const folded = wordsOf(name);
  if (OTHER.test(folded)) return 'other';
  if (COMPOUND.test(folded) || EITHER.test(folded)) return WORDS_ALONE;
  const isActive = ACTIVE.test(folded);
  const rule = isActive ? undefined : ruleOf(folded);
  if (!isActive && rule === undefined) return null;
  if (rule === OF_WORDS) return WHEN.test(folded) ? null : WORDS_ALONE;
  const cells = given && answersIn(given);
  if (rule === undefined) return cells === null || areAllAnswers(cells) ? UNSURE : null;
  const others = othersIn(folded, rule);
  if (rule.heading !== CONSENT) return readRefusal(rule, others, cells, WHEN.test(folded));
  const said = readConsent(folded, rule, others, cells);
  return rule === NEWSLETTER && said === CONSENT && isOneOfSeveral ? UNSURE : said;
}

function readRefusal(
  { heading, otherWords, answers = false }: HeadingRule,
  others: readonly string[],
  cells: Answers | null,
  /** Whether the heading is of dates: cells that are none are asked about. */
  hasWhen: boolean,
): HeadingMeaning {
  const isOfBounces = heading.yes === 'bounced';
  if (isOfBounces && others.some((word) => NO_BOUNCE.test(word))) return 'other';
  if (cells?.isCount && (answers || isOfBounces)) return 'other';
  if (answers && cells && !hasWhen && !areAnswers(cells)) return null;
  // The meaning of a yes in `Not unsubscribed` is asked.
  if (others.some((word) => DENIALS.test(word))) return WORDS_ALONE;
  if (otherWords === 'any' || others.every((word) => FILLERS.test(word))) return heading;
  return otherWords === 'other' ? 'other' : refusal('unconfirmed');
}

function readConsent(
  folded: string,
  rule: HeadingRule,
  given: readonly string[],
  cells: Answers | null,
): HeadingMeaning {
  const others = given.filter((word) => !DENIALS.test(word) && !EXPIRED.test(word));
  if (others.length === given.length && (WHEN.test(folded) || HOW.test(folded))) return null;
  const isPlain = others.every((word) => FILLERS.test(word));
  const isDenied = others.length < given.length;
  if (!isPlain && rule.otherWords === 'other') {
    const isOfMails = rule !== NEWSLETTER && folded.split(' ').some((word) => MAIL.test(word));
    if (!isOfMails || cells === null || !areAllAnswers(cells)) return 'other';
    return isDenied ? WORDS_ALONE : NO_ASKED;
  }
  if (isDenied) {
    // `Not subscribed` means the same as a heading and as a cell.
    const isRefused =
      isPlain && !given.some((word) => EXPIRED.test(word)) && statusOfWords(folded) !== 'unconfirmed';
    return refusal(isRefused ? 'opted_out' : 'unconfirmed');
  }
  if (rule === NEWSLETTER) return cells === null || areAllAnswers(cells) ? CONSENT : null;
  if (cells && areDates(cells)) return null;
  if (isPlain) return CONSENT;
  return cells === null || areAllAnswers(cells) ? UNSURE : null;
}

/** A column whose presence gives all rows of the file a status. */
interface FileHeading {
  readonly name: string;
  readonly status: ContactStatus;
  /** The position of the column with its date. */
  readonly date: number;
}

/** `words` are folded; -1: no such column. */
const positionOf = (header: readonly string[], words: string): number =>
  header.findIndex((name) => foldedWords(name) === words);

/** The status of all rows by the header; null: none. */
export function fileHeadingOf(header: readonly string[]): FileHeading | null {
  const said = (words: string, status: ContactStatus, date = words): FileHeading | null => {
    const at = positionOf(header, words);
    return at === -1 ? null : { name: header[at]!.trim(), status, date: positionOf(header, date) };
  };
  const isRefusals = ['email', 'created'].every((words) => positionOf(header, words) !== -1);
  return (
    said('clean time', 'bounced') ??
    said('unsub time', 'opted_out') ??
    (isRefusals ? said('reason', 'bounced', 'created') : null)
  );
}

/** The column with the groups that a person left, in a file of `contacts/download`; -1: none. */
export const groupsColumn = (header: readonly string[]): number =>
  positionOf(header, 'contact status') === -1 ? -1 : positionOf(header, 'opted out groups');

/** The columns with the date and with a server's reply, for a file whose name gives the status; -1: none. */
export const columnsBeside = (
  header: readonly string[],
): { created: number; reason: number; statusAt: number } => ({
  statusAt: positionOf(header, 'status at'),
  created: positionOf(header, 'created'),
  reason: positionOf(header, 'reason'),
});
