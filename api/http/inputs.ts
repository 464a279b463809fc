import Joi, { type CustomHelpers } from 'joi';
import type { Config } from '../../common/config.ts';
import { ADDRESS_MAX, endOfEntry, envelopeAddress, parseAddress } from '../../common/domain/addresses.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { UploadedFile } from './body.ts';
import { entryHint, objectHint, oneOfHint, repeated } from './hints.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Input, inputs, optional, required, type StatedSchema, stated, typed } from './typed-input.ts';

/** The id of no record. An input that is not an id is read as this one, so that nothing is found. */
const NO_RECORD = -1;

/** Refuses an input. `form` makes the text from the input's name; `hint` names accepted values. */
export const refuse = (
  helpers: CustomHelpers,
  form: (key: string) => string,
  hint?: string,
): Joi.ErrorReport => helpers.error('refused', { form, hint });

/** Refuses an input if others are refused, too. Otherwise the input passes, and the handler reports it with problems in the database. */
export const refuseLater = <Value>(
  helpers: CustomHelpers,
  value: Value,
  form: (key: string) => string,
): Value | Joi.ErrorReport =>
  helpers.prefs.context!['later'] === true ? value : helpers.error('refused', { form, later: true });

export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Any input. Its validation ends at the first refusal, because later rules rely on earlier ones. */
export const input = typed<unknown>(() => Joi.any().prefs({ abortEarly: true }));

/** The uploaded file of the row. The body reader sets it, so its value is a file or null. */
export const upload = input as Input<UploadedFile>;

/** Trimmed text (docs/rules.md 3.2): a number becomes text, an empty text counts as missing, other types are refused. */
const plain = input.custom((value: unknown, helpers) => {
  if (value === null) return '';
  if (!isScalar(value) || typeof value === 'boolean')
    return refuse(helpers, texts.format, 'Write one text or number.');
  return String(value).trim();
});

type Check<Value> = (text: string, helpers: CustomHelpers) => Value | Joi.ErrorReport;

const checked = <Value>(json: StatedSchema, check: Check<Value>): Input<Value> =>
  stated(plain.custom(check), json);

export const NO_NUL = 'Write the text without NUL characters.';

/** Text of at most `max` characters. A blank optional text becomes `''`, which clears the stored value. */
export const text = ({ min = 0, max = 255 } = {}): Input<string> =>
  checked({ type: 'string', ...(min > 0 && { minLength: min }), maxLength: max }, (value, helpers) => {
    // First, so that no other rule reads a text of unlimited length.
    if (isLonger(value, max)) return refuse(helpers, (key) => texts.max(key, max));
    // Many programs end a text at NUL, and keyboards cannot type it.
    if (value.includes('\0')) return refuse(helpers, texts.format, NO_NUL);
    if (value !== '' && !isLonger(value, min - 1)) return refuse(helpers, (key) => texts.min(key, min));
    return value;
  });

const DIGITS = /^\d{1,15}$/;
const ID = { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 } as const satisfies JsonSchema;

/** The id of the record to act on. A value that is no id finds nothing, which is a 404. */
export const recordId = (): Input<number> =>
  checked(ID, (value) => (DIGITS.test(value) ? Number(value) : NO_RECORD));

/** Maximum characters of a utr. A UUID has 36, the utr of a sender fewer. */
const UTR_MAX = 64;

/** The utr of the record to act on. A longer text finds nothing. */
export const recordUtr = (): Input<string> =>
  checked({ type: 'string' }, (value) => (value.length > UTR_MAX ? '' : value));

/** An integer, such as the id of a referenced record. A blank optional one becomes null. */
export const integer = (hintFor: (given: string) => string | null = () => null): Input<number | null> =>
  checked({ ...ID, minimum: 0 }, (value, helpers) => {
    if (value === '') return null;
    return DIGITS.test(value)
      ? Number(value)
      : refuse(helpers, texts.integer, hintFor(value) ?? 'Write at most 15 digits, and no other characters.');
  });

/** An optional integer. A blank one counts as absent. */
export const integerFrom = (min: number, max: number): Input<number> =>
  stated(
    optional(integer()).custom((value, helpers) =>
      value >= min && value <= max ? value : refuse(helpers, (key) => texts.between(key, min, max)),
    ),
    { type: 'integer', minimum: min, maximum: max },
  );

/** An e-mail address in its original spelling. A blank optional one becomes null. */
export const email = (): Input<string | null> =>
  checked({ type: 'string', format: 'email', maxLength: 254 }, (value, helpers) => {
    if (value === '') return null;
    return parseAddress(value) ?? refuse(helpers, texts.email, addressHint(value));
  });

/** In a form or a query, + means a space, so `ann+tag@…` arrives as `ann tag@…`. */
const addressHint = (given: string): string =>
  `${repeated(given)} is no address.${/^\S+ \S*@\S+$/.test(given) ? ' In a form or query, write + as %2B.' : ''}`;

/** A sender's address. It must be ASCII before the @, because few mail servers accept others (RFC 6531). */
export const senderEmail = (): Input<string | null> =>
  email().custom((address, helpers) =>
    address !== null && envelopeAddress(address) === null ? refuse(helpers, texts.asciiEmail) : address,
  );

const FLAG_HINT = 'Write 1 or true, or 0 or false.';

export const flag = (): Input<0 | 1> =>
  stated(
    input.custom((value: unknown, helpers) => {
      if (!isScalar(value)) return refuse(helpers, texts.format, FLAG_HINT);
      const text = String(value).trim();
      const word = text.length > 'false'.length ? '' : text.toLowerCase();
      if (word === '1' || word === 'true') return 1;
      return word === '0' || word === 'false' ? 0 : refuse(helpers, texts.selected, FLAG_HINT);
    }),
    { type: ['integer', 'boolean'], enum: [0, 1, false, true] },
  );

/** Refuses an input of texts by names, or its text `name`. */
export const refuseObject = (helpers: CustomHelpers, name?: string): Joi.ErrorReport =>
  refuse(
    helpers,
    (key) => texts.format(name === undefined ? key : `${key} ${name}`),
    objectHint(String(helpers.state.path?.[0])),
  );

/** Texts by names that the caller chooses: `key[name]`. `json` is the schema of each text. A blank input becomes null. */
export const textsByName = (json: JsonSchema): Input<Record<string, string> | null> =>
  stated(
    input.custom((value: unknown, helpers) => {
      if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
      if (typeof value !== 'object' || Array.isArray(value)) return refuseObject(helpers);
      const given: [string, string][] = [];
      for (const [name, one] of Object.entries(value)) {
        if (one !== null && (!isScalar(one) || typeof one === 'boolean')) {
          return refuseObject(helpers, name);
        }
        given.push([name, String(one ?? '')]);
      }
      return Object.fromEntries(given);
    }),
    { type: 'object', additionalProperties: json },
  );

/** One of several words. A blank optional one becomes `''`. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Input<Word | ''> =>
  checked({ type: 'string', enum: words }, (value, helpers) =>
    value === '' || (words as readonly string[]).includes(value)
      ? (value as Word | '')
      : refuse(helpers, texts.selected, oneOfHint(value, words)),
  );

export const configuredLimits = (helpers: CustomHelpers): Config['limits'] =>
  helpers.prefs.context!['limits'];

/** A list of texts: an array in any spelling, or a single value. A list with an object is refused, unless `textOf` makes a text of the object. */
export const list = (textOf: (item: unknown) => unknown = (item) => item): Input<string[]> =>
  stated(
    input.custom((value: unknown, helpers) => {
      const limit = configuredLimits(helpers).items;
      const items = (Array.isArray(value) ? value : [value]).map(textOf);
      if (items.length > limit) return refuse(helpers, (key) => texts.items(key, limit));
      if (!items.every((item) => item === null || isScalar(item)))
        return refuse(
          helpers,
          texts.format,
          'Write a list of texts or numbers, without lists or objects in it.',
        );
      return items.map((item) => String(item ?? '').trim()).filter((item) => item !== '');
    }),
    listSchema({ type: 'string' }),
  );

export const listSchema =
  (items: JsonSchema): StatedSchema =>
  (limits) => ({ type: 'array', items, maxItems: limits.items });

/** A list of some of these words. A repeated word counts once. */
export const wordList = <const Word extends string>(words: readonly Word[]): Input<Word[]> =>
  stated(
    list().custom((names: string[], helpers) => {
      const unknown = names.find((name) => !(words as readonly string[]).includes(name));
      return unknown === undefined
        ? ([...new Set(names)] as Word[])
        : refuse(helpers, texts.selected, entryHint(unknown, words));
    }),
    listSchema({ type: 'string', enum: words }),
  );

const recordIdsOrUtrs = (): Input<string[]> =>
  list().custom((items: string[]) => items.filter((item) => item.length <= UTR_MAX));

export const recordIds = (): Input<number[]> =>
  stated(
    list().custom((items: string[]) => items.filter((item) => DIGITS.test(item)).map(Number)),
    listSchema({ type: 'integer' }),
  );

/** Cuts a long text for the error text. Every valid address fits. */
const shortened = (address: string): string =>
  address.length > ADDRESS_MAX ? `${address.slice(0, ADDRESS_MAX)}…` : address;

/** Addresses with commas, semicolons, tabs or newlines between them, as from a pasted column. If one is invalid, the input is refused, and the error text names it. */
export const addressList = (): Input<string[]> =>
  checked({ type: 'string' }, (value, helpers) => {
    const limit = configuredLimits(helpers).items;
    const given = entriesOf(value, limit);
    if (given === null) return refuse(helpers, (key) => texts.items(key, limit));
    const bad = given.find((one) => parseAddress(one) === null);
    if (bad !== undefined) return refuse(helpers, (key) => texts.email(key, shortened(bad)));
    return given.length === 0 ? refuse(helpers, texts.required) : given;
  });

/** Returns the non-blank entries of a text, or null for more than `most`. It stops early, because splitting 10 MB of commas took 800 ms. */
function entriesOf(text: string, most: number): string[] | null {
  // A text with so many separators is not a list of addresses, even if most entries are blank.
  const mostSeparators = 4 * most;
  const entries: string[] = [];
  let start = 0;
  for (let separators = 0; start <= text.length; separators += 1) {
    const end = endOfEntry(text, start);
    const entry = text.slice(start, end).trim();
    if (entry !== '') entries.push(entry);
    if (entries.length > most || separators > mostSeparators) return null;
    start = end + 1;
  }
  return entries;
}

export const byId = inputs({ id: required(recordId()) });
export const byUtr = inputs({ utr: required(recordUtr()) });
export const byIds = inputs({ strIds: required(recordIds()) });
export const byIdsOrUtrs = inputs({ strIds: required(recordIdsOrUtrs()) });
