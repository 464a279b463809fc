import { foldedWords, hasWords } from './folded-words.ts';
import type { ContactStatus } from './statuses.ts';
import { FRENCH_OPT_OUTS } from './words.ts';

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
const refusal = (yes: ContactStatus): StatusHeading =>
  Object.freeze({ yes, no: 'mailable', blank: 'mailable' });

/** The first entry that fits a heading counts: `Unsubscribed from email marketing` is a refusal. */
const HEADINGS: readonly (readonly [words: readonly string[], heading: StatusHeading])[] = [
  [
    [
      'unsubscribed',
      'unsubscribe',
      'unsubscribes',
      'suppressed',
      'deactivated',
      'deaktiviert',
      'abbestellt',
      'werbesperre',
      'blocklist',
      'blacklist',
      'dnc',
      'opt out',
      'opted out',
      'optout',
      'optedout',
      'do not email',
      'do not mail',
      'do not contact',
      'blocked',
      'blocklisted',
      'blacklisted',
      'block listed',
      'black listed',
      'emailblacklisted',
      'abmeldung',
      'abgemeldet',
      'gesperrt',
      'widerrufen',
      ...FRENCH_OPT_OUTS,
      'opposition',
    ],
    refusal('opted_out'),
  ],
  [
    ['bounced', 'bounce', 'bounces', 'hard bounced', 'cleaned', 'unzustellbar', 'rebond', 'rebonds', 'npai'],
    refusal('bounced'),
  ],
  [
    [
      'complained',
      'complaint',
      'complaints',
      'spam',
      'spam report',
      'beschwerde',
      'beschwerden',
      'plainte',
      'plaintes',
    ],
    refusal('complained'),
  ],
  [
    [
      'subscribed',
      'email marketing',
      'accepts marketing',
      'consent',
      'email permission',
      'marketing permission',
      'opt in',
      'opted in',
      'optin',
      'abonniert',
      'abonnement',
      'werbung',
      'einwilligung',
      'angemeldet',
      'abonne',
      'abonnee',
      'inscrit',
      'inscrite',
      'consentement',
    ],
    CONSENT,
  ],
  [['status', 'statut', 'etat du contact', 'etat de l inscription'], WORDS_ALONE],
];

/** Headings that say a status only where all cells are yes, no, blank or words for a status. A contact that is not active may be inactive as a customer. */
const YES_OR_NO: readonly (readonly [pattern: RegExp, heading: StatusHeading])[] = [
  [/(?:^| )(?:newsletters?|infolettre|rundbrief)(?: |$)/, CONSENT],
  [
    /^(?:(?:is|contact|kontakt|subscriber|user|e ?mail|email) )?(?:active|aktiv|actif|enabled)$/,
    Object.freeze({ yes: 'mailable', no: 'unconfirmed', blank: null }),
  ],
];

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
  ...'grund kampagne quelle anzahl von telefon bestellung zahlung versand lieferung rechnung familien'.split(
    ' ',
  ),
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
const OTHER = new RegExp(`(?:^| )(?:${OTHER_WORDS.join('|')}|${MEANS})(?: |$)`);
/** The date of a consent proves nothing about today; the date of a refusal does. */
const WHEN =
  /(?:^| )(?:at|on|date|time|timestamp|am|datum|zeit|zeitpunkt|heure|horodatage|depuis|le(?=$))(?: |$)/;
/** Headings with these words are about how a person consented: `DOUBLE_OPT-IN` is blank for people who were imported. */
const HOW = /(?:^| )(?:double opt ?in|text|version|cookies?|method|level|score|rate)(?: |$)/;
/** `Newsletterstatus` is one word; `Bestellstatus` is about another thing. */
const COMPOUND =
  /(?:^| )(?:newsletter|abo|abonnement|abonnenten|kontakt|empfanger|e?mail|anmelde)status(?: |$)/;

/** Whether a heading is about something other than a person's status, whatever its cells are. */
export const isOfOther = (name: string): boolean => OTHER.test(foldedWords(name));

/** Null: no status. */
export function headingOf(name: string): StatusHeading | null {
  const folded = foldedWords(name);
  if (folded === '' || OTHER.test(folded)) return null;
  if (COMPOUND.test(folded)) return WORDS_ALONE;
  const fits = (heading: StatusHeading): boolean => heading !== CONSENT || !HOW.test(folded);
  const heading =
    HEADINGS.find(([words, one]) => fits(one) && words.some((word) => hasWords(folded, word)))?.[1] ?? null;
  const isRefusal = heading !== null && heading.yes !== null && heading.yes !== 'mailable';
  return !isRefusal && WHEN.test(folded) ? null : heading;
}

/** As {@link headingOf}, for a column all of whose cells are yes, no, blank or words for a status. */
export function yesOrNoHeadingOf(name: string): StatusHeading | null {
  const folded = foldedWords(name);
  if (OTHER.test(folded)) return null;
  return YES_OR_NO.find(([pattern]) => pattern.test(folded))?.[1] ?? null;
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
