import { foldedWords, hasWords } from './folded-words.ts';
import type { ContactStatus } from './statuses.ts';

/** What the cells of a column say by its heading. */
export interface StatusHeading {
  /** What yes, or a date, says; null: the column has words alone. */
  readonly yes: ContactStatus | null;
  /** What no says; null as with `yes`. */
  readonly no: ContactStatus | null;
  /** What a blank cell says; null: it is an unknown word. */
  readonly blank: ContactStatus | null;
}

/** A column whose cells are words, as one is that is called `status`. */
export const WORDS_ALONE: StatusHeading = Object.freeze({ yes: null, no: null, blank: null });
const CONSENT: StatusHeading = Object.freeze({ yes: 'mailable', no: 'opted_out', blank: null });
const refusal = (yes: ContactStatus): StatusHeading =>
  Object.freeze({ yes, no: 'mailable', blank: 'mailable' });

/** The words of headings. The first that a heading has counts: `Unsubscribed from email marketing` is a refusal. */
const HEADINGS: readonly (readonly [words: readonly string[], heading: StatusHeading])[] = [
  [
    [
      'unsubscribed',
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
    ],
    refusal('opted_out'),
  ],
  [['bounced', 'hard bounced', 'cleaned', 'unzustellbar'], refusal('bounced')],
  [['complained', 'spam report', 'beschwerde'], refusal('complained')],
  [
    [
      'subscribed',
      'email marketing',
      'accepts marketing',
      'email consent',
      'marketing consent',
      'abonnement',
      'werbung',
      'einwilligung',
      'angemeldet',
    ],
    CONSENT,
  ],
  [['status'], WORDS_ALONE],
];

/** Headings with these words speak of another thing, or of the how and why of a status. */
const OTHER =
  /(?:^| )(?:reason|grund|ip|campaign|kampagne|title|id|url|link|source|quelle|count|number|anzahl|code|by|von|sms|phone|telefon|whatsapp|push|order|bestellung|payment|zahlung|marital|family|civil|employment|job|shipping|shipment|invoice|billing|ticket|lead|deal|project|relationship|versand|lieferung|rechnung|familien)(?: |$)/;
/** The date of a consent says nothing about today; the date of a refusal does. */
const WHEN = /(?:^| )(?:at|on|date|time|timestamp|am|datum|zeit|zeitpunkt)(?: |$)/;
/** `Newsletterstatus` is one word; `Bestellstatus` is about another thing. */
const COMPOUND =
  /(?:^| )(?:newsletter|abo|abonnement|abonnenten|kontakt|empfanger|e?mail|anmelde)status(?: |$)/;

/** Whether a heading is about something else than the status of a person, whatever its cells are. */
export const isOfOther = (name: string): boolean => OTHER.test(foldedWords(name));

/** What a column says by its heading; null: no status. */
export function headingOf(name: string): StatusHeading | null {
  const folded = foldedWords(name);
  if (folded === '' || OTHER.test(folded)) return null;
  if (COMPOUND.test(folded)) return WORDS_ALONE;
  const heading = HEADINGS.find(([words]) => words.some((one) => hasWords(folded, one)))?.[1] ?? null;
  return heading?.yes === 'mailable' && WHEN.test(folded) ? null : heading;
}

/** A column whose presence says a status of all rows of its file. */
interface FileHeading {
  readonly name: string;
  readonly status: ContactStatus;
  /** The column that has the moment of it. */
  readonly date: number;
}

/** The position of the column with these folded words as its name; -1: there is none. */
const positionOf = (header: readonly string[], words: string): number =>
  header.findIndex((name) => foldedWords(name) === words);

/** What a header says of all rows of its file; null: nothing. */
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

/** The columns with the moment of what a file's name says, and with the reply of a server; -1: there is none. */
export const columnsBeside = (header: readonly string[]): { created: number; reason: number } => ({
  created: positionOf(header, 'created'),
  reason: positionOf(header, 'reason'),
});
