import { foldedKey, SEARCHED_NAMES } from '../../shared/contact-field-names.ts';
import { beginsWith, foldName } from '../../shared/fold-name.ts';
import { normalizeAddress } from '../domain/addresses.ts';

/** Where a rule's text stands in a value: it is all of it, or its beginning. */
type TextPosition = 'all' | 'start';

export type FilterTest = Record<string, unknown>;

const NAMES: ReadonlySet<string> = new Set(SEARCHED_NAMES);
/** From here on a value may differ from a text that it matches: by a letter that is not ASCII, or a ß for two s. */
const INEXACT = /[^\0-\x7f]|ss/i;
const LONG_S = 'ſ';

/**
 * A test that an index answers, and that each value passes which matches the text; null where no index helps. Rules compare
 * texts as they were written, without regard to case, and indexes have addresses and names in a normal form: so the test is
 * in addition to the rule's own, and may let too many pass.
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
  // A domain that begins with these letters may go on with others, and is Punycode then.
  const [local = ''] = text.split(/(?<=@)/);
  const address = whole ? normalizeAddress(text) : local.toLowerCase();
  if (address === '') return null;
  // A long s is an s for the rule, and another letter in an address; the domain is in ASCII.
  const places = [...address.split('@')[0]!.matchAll(/s/g)].map(({ index }) => index);
  const long = places.map((place) => ({ email_norm: beginsWith(address.slice(0, place) + LONG_S) }));
  return { $or: [{ email_norm: whole ? address : beginsWith(address) }, ...long] };
}
