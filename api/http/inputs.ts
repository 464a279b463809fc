import Joi, { type CustomHelpers } from 'joi';
import type { Config } from '../../common/config.ts';
import { ADDRESS_MAX, envelopeAddress, parseAddress } from '../../common/domain/addresses.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { texts } from './failures.ts';

/** The id that no record has: what an id that is no id is read as, so that looking it up finds nothing. */
export const NO_RECORD = -1;

/** A refusal with one of the rulings' texts; `form` gets the input's name. `hint` says what would be right. */
export const refuse = (
  helpers: CustomHelpers,
  form: (key: string) => string,
  hint?: string,
): Joi.ErrorReport => helpers.error('refused', { form, hint });

/**
 * A refusal that is told beside others; where it is the only one, `value` passes, and the handler refuses it together with
 * all that it finds in the store.
 */
export const refuseLater = <Value>(
  helpers: CustomHelpers,
  value: Value,
  form: (key: string) => string,
): Value | Joi.ErrorReport =>
  helpers.prefs.context!['later'] === true ? value : helpers.error('refused', { form, later: true });

/** What a form could have sent: neither an object nor a list. */
export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** What an input looks like in the API reference, where limits are configured ones. */
export type StatedSchema = JsonSchema | ((limits: Config['limits']) => JsonSchema);

/** Says what an input looks like to those who send it: a rule is code, and tells the API reference nothing. */
export const stated = (schema: Joi.AnySchema, json: StatedSchema): Joi.AnySchema =>
  schema.meta({ schema: json });

/** Any input. The first rule that refuses it is the last: those behind it count on what it found. */
export const input = Joi.any().prefs({ abortEarly: true });

/** Text as the rulings read it: trimmed, a number is its text, an empty one is missing, anything else is refused. */
const plain = input.custom((value: unknown, helpers) => {
  if (value === null) return '';
  if (!isScalar(value) || typeof value === 'boolean') return refuse(helpers, texts.format);
  return String(value).trim();
});

type Check<Value> = (text: string, helpers: CustomHelpers) => Value | Joi.ErrorReport;

const checked = <Value>(json: StatedSchema, check: Check<Value>): Joi.AnySchema =>
  stated(plain.custom(check), json);

const isBlankText = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** Null, an empty text, or a list of nothing else. */
const blank = Joi.any().custom((value: unknown, helpers) =>
  isBlankText(value) || (Array.isArray(value) && value.every(isBlankText))
    ? value
    : helpers.error('any.only'),
);

/** A starred input: one given blank is missing (rulings 3), and so is a list of nothing but blanks. */
export const required = (given: Joi.AnySchema): Joi.AnySchema => given.empty(blank).required();

/** A required input that is reported missing in words of its own. */
export const missingAs = (given: Joi.AnySchema, form: (key: string) => string): Joi.AnySchema =>
  given.error((reports: Joi.ErrorReport[]) => {
    for (const { code, local } of reports) if (code === 'any.required') local['form'] = form;
    return reports;
  });

/** An optional input where blank is as good as absent: there is nothing yet that it could clear. */
export const optional = (given: Joi.AnySchema): Joi.AnySchema => given.empty(blank);

interface TextRule {
  min?: number;
  max?: number;
}

/** Text of at most `max` (255) characters. Optional text that is given blank comes out as `''`, which clears. */
export const text = ({ min = 0, max = 255 }: TextRule = {}): Joi.AnySchema =>
  checked({ type: 'string', ...(min > 0 && { minLength: min }), maxLength: max }, (value, helpers) => {
    // First: nothing else sees a text of any length.
    if (isLonger(value, max)) return refuse(helpers, (key) => texts.max(key, max));
    // NUL ends texts in much that reads them, and nobody types it.
    if (value.includes('\0')) return refuse(helpers, texts.format);
    if (value !== '' && !isLonger(value, min - 1)) return refuse(helpers, (key) => texts.min(key, min));
    return value;
  });

const DIGITS = /^\d{1,15}$/;
const ID = { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 } as const satisfies JsonSchema;

/** The id of the record acted on: what is no id finds nothing, and so is a 404. */
export const recordId = (): Joi.AnySchema =>
  checked(ID, (value) => (DIGITS.test(value) ? Number(value) : NO_RECORD));

/** Characters of a utr, which is a UUID; a sender's is shorter. */
const UTR_MAX = 64;

/** A utr of the record acted on: what is too long for one finds nothing. */
export const recordUtr = (): Joi.AnySchema =>
  checked({ type: 'string' }, (value) => (value.length > UTR_MAX ? '' : value));

/** An integer, such as the id of a record that the input refers to. Blank optional ones come out as null. */
export const integer = (): Joi.AnySchema =>
  checked({ ...ID, minimum: 0 }, (value, helpers) => {
    if (value === '') return null;
    return DIGITS.test(value) ? Number(value) : refuse(helpers, texts.integer);
  });

/** An e-mail address in its own spelling; blank optional ones come out as null. */
export const email = (): Joi.AnySchema =>
  checked({ type: 'string', format: 'email', maxLength: 254 }, (value, helpers) => {
    if (value === '') return null;
    return parseAddress(value) ?? refuse(helpers, texts.email);
  });

/** An address that mails come from: before the @ it is ASCII, as only some mail servers take others (RFC 6531). */
export const senderEmail = (): Joi.AnySchema =>
  checked({ type: 'string', format: 'email', maxLength: 254 }, (value, helpers) => {
    if (value === '') return null;
    const address = parseAddress(value);
    if (address === null) return refuse(helpers, texts.email);
    return envelopeAddress(address) === null ? refuse(helpers, texts.asciiEmail) : address;
  });

/** 0 or 1, given as 0, 1, true or false. */
export const flag = (): Joi.AnySchema =>
  stated(
    input.custom((value: unknown, helpers) => {
      if (!isScalar(value)) return refuse(helpers, texts.format);
      const text = String(value).trim();
      const word = text.length > 'false'.length ? '' : text.toLowerCase();
      if (word === '1' || word === 'true') return 1;
      return word === '0' || word === 'false' ? 0 : refuse(helpers, texts.selected);
    }),
    { type: ['integer', 'boolean'], enum: [0, 1, false, true] },
  );

/** One of a few words. */
export const oneOf = (words: readonly string[]): Joi.AnySchema =>
  checked({ type: 'string', enum: words }, (value, helpers) =>
    value === '' || words.includes(value) ? value : refuse(helpers, texts.selected),
  );

/** The configured limits, which `validate` hands to every rule. */
export const limitsOf = (helpers: CustomHelpers): Config['limits'] => helpers.prefs.context!['limits'];

/** A list of texts: an array in any of its spellings, or one value alone. Objects in it refuse the whole. */
export const list = (): Joi.AnySchema =>
  stated(
    input.custom((value: unknown, helpers) => {
      const limit = limitsOf(helpers).items;
      const items: unknown[] = Array.isArray(value) ? value : [value];
      if (items.length > limit) return refuse(helpers, (key) => texts.items(key, limit));
      if (!items.every((item) => item === null || isScalar(item))) return refuse(helpers, texts.format);
      return items.map((item) => String(item ?? '').trim()).filter((item) => item !== '');
    }),
    listOf({ type: 'string' }),
  );

/** A list's schema: no longer than the configured limit. */
export const listOf =
  (items: JsonSchema): StatedSchema =>
  (limits) => ({ type: 'array', items, maxItems: limits.items });

/** Ids or utrs of records to delete. What is neither is nobody's. */
export const recordIdsOrUtrs = (): Joi.AnySchema =>
  stated(
    list().custom((items: string[]) => items.filter((item) => item.length <= UTR_MAX)),
    listOf({ type: 'string' }),
  );

/** Ids of records to delete. What is no id is nobody's. */
export const recordIds = (): Joi.AnySchema =>
  stated(
    list().custom((items: string[]) => items.filter((item) => DIGITS.test(item)).map(Number)),
    listOf({ type: 'integer' }),
  );

/** Long enough for any address: a failure does not send a megabyte back. */
const shortened = (address: string): string =>
  address.length > ADDRESS_MAX ? `${address.slice(0, ADDRESS_MAX)}…` : address;

/** Comma-separated addresses; an invalid one refuses all, naming it. */
export const addressList = (): Joi.AnySchema =>
  checked({ type: 'string' }, (value, helpers) => {
    const limit = limitsOf(helpers).items;
    const given = entriesOf(value, limit);
    if (given === null) return refuse(helpers, (key) => texts.items(key, limit));
    const bad = given.find((one) => parseAddress(one) === null);
    if (bad !== undefined) return refuse(helpers, (key) => texts.email(key, shortened(bad)));
    return given.length === 0 ? refuse(helpers, texts.required) : given;
  });

/**
 * The entries of a comma-separated text that are not blank; null where there are more than `most`. It stops at the first
 * one too many: to split 10 MB of commas held the event loop for 800 ms.
 */
function entriesOf(text: string, most: number): string[] | null {
  // What has this many commas is no list of addresses, whatever stands between them.
  const mostCommas = 4 * most;
  const entries: string[] = [];
  let start = 0;
  for (let commas = 0; start <= text.length; commas += 1) {
    const comma = text.indexOf(',', start);
    const end = comma === -1 ? text.length : comma;
    const entry = text.slice(start, end).trim();
    if (entry !== '') entries.push(entry);
    if (entries.length > most || commas > mostCommas) return null;
    start = end + 1;
  }
  return entries;
}
