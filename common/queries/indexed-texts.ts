import { foldedKey, SEARCHED_NAMES } from '../../shared/contact-field-names.ts';
import { beginsWith, foldName } from '../../shared/fold-name.ts';
import { normalizeAddress } from '../domain/addresses.ts';

/** Whether the rule's text is the whole value or its start. */
type TextPosition = 'all' | 'start';

export type FilterTest = Record<string, unknown>;

const NAMES: ReadonlySet<string> = new Set(SEARCHED_NAMES);
/** From this point a matching value may differ from the text: a non-ASCII letter, or ß for ss. */
const INEXACT = /[^\0-\x7f]|ss/i;
const LONG_S = 'ſ';

/**
 * A test for an index that each matching value passes; null: no index helps. Rules compare texts as written, ignoring case, but
 * indexes have normalized addresses and names. So the test is in addition to the rule's own, and may let too many pass.
 */
export function indexedTest(path: string, text: string, at: TextPosition): FilterTest | null {
  const exact = text.slice(0, INEXACT.exec(text)?.index);
  const whole = at === 'all' && exact === text;
  if (path === 'email') return addressTest(exact, whole);
  if (!NAMES.has(path)) return null;
  const name = foldName(exact);
  return name === '' ? null : { [foldedKey(path as 'first_name')]: whole ? name : beginsWith(name) };
}

function addressTest(text: string, whole: boolean): FilterTest | null {
  // A domain that starts with these letters may continue with others, and is Punycode then.
  const [local = ''] = text.split(/(?<=@)/);
  const address = whole ? normalizeAddress(text) : local.toLowerCase();
  if (address === '') return null;
  // A long s (ſ) is an s for the rule, and another letter in an address; the domain is in ASCII.
  const places = [...address.split('@')[0]!.matchAll(/s/g)].map(({ index }) => index);
  const long = places.map((place) => ({ email_norm: beginsWith(address.slice(0, place) + LONG_S) }));
  return { $or: [{ email_norm: whole ? address : beginsWith(address) }, ...long] };
}
