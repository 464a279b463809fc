import { nearestName, plainName } from '../../../common/domain/near-names.ts';
import { parsePlaceholders } from '../../../common/domain/placeholders.ts';
import { nameForWord } from './other-words.ts';

export interface WrittenText {
  readonly where: string;
  readonly text: string;
}

const MOST = 20;
const SHOWN = 60;
/** Maximum characters of a text that are searched. More would delay other calls, and mail programs cut a mail much earlier. */
const MOST_READ = 2 ** 19;
/** Maximum different placeholders that are examined in a text, so that a design full of brackets does not take long. */
const MOST_LOOKED_AT = 1000;

/** A placeholder of ours that stays empty (`ours`), or a placeholder of another tool. */
export interface WrongPlaceholder {
  readonly ours: boolean;
  readonly where: string;
  readonly text: string;
}

/** Returns unknown names, missing brackets and placeholders of other tools: at most 20, each once. Takes linear time. */
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
      // A lone bracket or percent sign is text: report only a known name, or a form that only placeholders have.
      if (!ours && meant === null && !CERTAIN.test(found)) continue;
      const shown = found.length > SHOWN ? `${found.slice(0, SHOWN)}…` : found;
      const said = ours
        ? `${shown} in the ${where} shows nothing. ${meant === null ? 'GET get-dynamic/content lists the known names.' : `Did you mean ((${meant}))?`}`
        : `${shown} in the ${where} shows as it is written. ${meant === null ? 'Placeholders are written ((name)).' : `Write ((${meant})).`}`;
      wrong.push({ ours, where, text: said });
      if (wrong.length === MOST) return wrong;
    }
  }
  return wrong;
}

/** A possible mistake: an unknown name in a placeholder of ours (`ours`), or a text that looks like a placeholder. */
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

/** Placeholders of other tools, and broken ones. Their repetitions are bounded, so a search takes linear time. The first group is the name. */
const FORMS: readonly RegExp[] = [
  // Our placeholders with other characters in the name, or without their end.
  /\(\(([^()<>\n]{1,64})\)\)/g,
  /\(\((\w{1,64})(?![\w|)]|\)\))/g,
  /\(\((\w{1,64})\)(?!\))/g,
  // Handlebars, Liquid, SendGrid, MJML hosts …
  /\{\{\{?[#^/]?\s{0,4}([\w.[\] ]{1,64}?)\s{0,4}(?:\|[^{}\n]{0,64})?\}\}/g,
  // Mailchimp, ActiveCampaign, Klaviyo's older form, Mailgun.
  /\*\|([\w:]{1,64})\|\*/g,
  /%%?([A-Za-z]\w{0,20}(?:[.-]\w{1,40}){0,3})%%?(?=\W|$)/g,
  // Campaign Monitor, Keila's Liquid tags, ERB.
  /\[\[?([A-Za-z]\w{1,40}(?:,fallback=[^\]\n]{0,64})?)\]\]?/g,
  /<%=?\s{0,4}([\w.]{1,64})\s{0,4}%>/g,
];

const CERTAIN = /^(?:\{\{|\*\||<%|%%.*%%$|\[\[.*\]\]$)/;

/** Returns the known name that was probably meant: one with the same letters and digits, another tool's word, or at most two letters off. */
function nearest(given: string, known: ReadonlySet<string>): string | null {
  const last = given.slice(0, 64).split(/[.,:]/).at(-1) ?? '';
  const word = nameForWord(last);
  const meant = nearestName(last, known);
  // Another tool's word is a better guess than a similar name.
  if (word === undefined || !known.has(word) || (meant !== null && plainName(meant) === plainName(last)))
    return meant;
  return word;
}
