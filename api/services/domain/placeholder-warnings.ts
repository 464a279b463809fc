import { parsePlaceholders } from '../../../common/domain/placeholders.ts';
import { nearestName, plainName } from '../../http/near-names.ts';

/** A text of a mail, and what its author calls it. */
export interface WrittenText {
  readonly where: string;
  readonly text: string;
}

/** More than this are of no more help. */
const MOST = 20;
/** Characters of a wrong placeholder that are shown. */
const SHOWN = 60;
/** Characters of a text that are read: mail readers cut a mail off long before, and more would hold others up. */
const MOST_READ = 2 ** 19;
/** Different forms that are looked into in one mail: a design of brackets alone must not take long. */
const MOST_LOOKED_AT = 1000;

/** A placeholder that shows nothing (`ours`), or a text that another tool would replace. */
export interface WrongPlaceholder {
  readonly ours: boolean;
  readonly where: string;
  /** In words for the author, with the name that was meant. */
  readonly text: string;
}

/**
 * What placeholders of these texts show nothing, in words: names that are not known, brackets that are not closed, and
 * forms of other tools. At most 20, each once. Linear in the length of the texts, of which the first 512 Ki characters are read.
 */
export function wrongPlaceholders(
  texts: readonly WrittenText[],
  known: ReadonlySet<string>,
): WrongPlaceholder[] {
  const wrong: WrongPlaceholder[] = [];
  for (const { where, text } of texts) {
    const seen = new Set<string>();
    for (const { name, found, ours } of suspects(text.slice(0, MOST_READ), known)) {
      if (seen.has(found)) continue;
      if (seen.size === MOST_LOOKED_AT) break;
      seen.add(found);
      const meant = nearest(name, known);
      // A bracket or a percent sign alone is text: only what names something of ours, or is certainly a form, is told.
      if (!ours && meant === null && !CERTAIN.test(found)) continue;
      const shown = found.length > SHOWN ? `${found.slice(0, SHOWN)}…` : found;
      const said = ours
        ? `${shown} in the ${where} shows nothing. ${meant === null ? 'GET get-dynamic/content lists the names there are.' : `Did you mean ((${meant}))?`}`
        : `${shown} in the ${where} shows as it is written. ${meant === null ? 'Placeholders are written ((name)).' : `Write ((${meant})).`}`;
      wrong.push({ ours, where, text: said });
      if (wrong.length === MOST) return wrong;
    }
  }
  return wrong;
}

/** What may be a mistake: a placeholder of ours (`ours`) whose name is not known, or a text that looks like one. */
interface Suspect {
  readonly name: string;
  readonly found: string;
  readonly ours: boolean;
}

function* suspects(text: string, known: ReadonlySet<string>): Generator<Suspect> {
  for (const segment of parsePlaceholders(text)) {
    if (typeof segment === 'string') {
      for (const form of FORMS)
        for (const [found, name = ''] of segment.matchAll(form)) yield { name, found, ours: false };
    } else if (!known.has(segment.name)) {
      const { name, fallback } = segment;
      yield { name, found: fallback === '' ? `((${name}))` : `((${name}|…))`, ours: true };
    }
  }
}

/**
 * Forms that are no placeholders of ours. Each has bounded repetitions only, so that a search stays linear. The first group
 * is the name where the form has one.
 */
const FORMS: readonly RegExp[] = [
  // Ours with blanks or other characters in the name, and ours without its end.
  /\(\(([^()<>\n]{1,64})\)\)/g,
  /\(\((\w{1,64})(?![\w|)]|\)\))/g,
  /\(\((\w{1,64})\)(?!\))/g,
  // Handlebars, Liquid, SendGrid, MJML hosts …
  /\{\{\{?[#^/]?\s{0,4}([\w.[\] ]{1,64}?)\s{0,4}(?:\|[^{}\n]{0,64})?\}\}/g,
  // Mailchimp, ActiveCampaign and Klaviyo's older form, Mailgun's.
  /\*\|([\w:]{1,64})\|\*/g,
  /%%?([A-Za-z]\w{0,20}(?:[.-]\w{1,40}){0,3})%%?(?=\W|$)/g,
  // Campaign Monitor, Keila's Liquid tags, ERB.
  /\[\[?([A-Za-z]\w{1,40}(?:,fallback=[^\]\n]{0,64})?)\]\]?/g,
  /<%=?\s{0,4}([\w.]{1,64})\s{0,4}%>/g,
];

const CERTAIN = /^(?:\{\{|\*\||<%|%%.*%%$|\[\[.*\]\]$)/;

/** The known name that one meant: the same letters and digits, another tool's word for it, or one or two letters off. */
function nearest(given: string, known: ReadonlySet<string>): string | null {
  const last = given.slice(0, 64).split(/[.,:]/).at(-1) ?? '';
  const word = OTHER_WORDS[plainName(last)];
  const meant = nearestName(last, known);
  // Another tool's word is a better guess than a name that is only close.
  if (word === undefined || !known.has(word) || (meant !== null && plainName(meant) === plainName(last)))
    return meant;
  return word;
}

/** What other tools call our fields. */
const OTHER_WORDS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  fname: 'first_name',
  forename: 'first_name',
  givenname: 'first_name',
  lname: 'last_name',
  surname: 'last_name',
  familyname: 'last_name',
  name: 'fullname',
  emailaddress: 'email',
  mail: 'email',
  zip: 'postal_code',
  zipcode: 'postal_code',
  postcode: 'postal_code',
  unsub: 'unsubscribe_preferences',
  unsubscribe: 'unsubscribe_preferences',
  unsubscribeurl: 'unsubscribe_preferences',
  unsubscribelink: 'unsubscribe_preferences',
  listaddress: 'sender_address',
});
