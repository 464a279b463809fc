import type { JsonSchema } from '../../api/http/json-schema.ts';

type Records = Readonly<Record<string, JsonSchema>>;

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/**
 * The places where a value does not match one of our schemas. Unlike in JSON Schema, a field that the schema does not name is a
 * finding too, so that the API sends nothing that its reference lacks.
 */
export function findings(value: unknown, given: JsonSchema, records: Records, at = '$'): string[] {
  const schema = given.$ref ? records[given.$ref.split('/').at(-1)!] : given;
  if (schema === undefined) return [`${at}: ${given.$ref} is not there`];
  if (schema.allOf) return findings(value, mergedOf(schema, schema.allOf, records), records, at);
  if (schema.anyOf) {
    const tried = schema.anyOf.map((one) => findings(value, one, records, at));
    return tried.some((found) => found.length === 0) ? [] : tried.flat();
  }
  const kind = kindOf(value);
  const wrong = (what: string) => [`${at}: ${JSON.stringify(value)?.slice(0, 80)} ${what}`];
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types && !types.some((type) => type === kind || (type === 'number' && kind === 'integer'))) {
    return wrong(`is no ${types.join(' or ')}`);
  }
  if (schema.const !== undefined && value !== schema.const) return wrong(`is not ${schema.const}`);
  if (schema.enum && !schema.enum.includes(value as string)) return wrong(`is none of ${schema.enum.join()}`);
  if (typeof value === 'string') return ofText(value, schema).flatMap(wrong);
  if (typeof value === 'number') return ofNumber(value, schema).flatMap(wrong);
  if (Array.isArray(value)) {
    const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    const short = value.length < minItems || value.length > maxItems ? wrong('has not as many items') : [];
    return [...short, ...value.flatMap((item, index) => findings(item, items, records, `${at}[${index}]`))];
  }
  if (value !== null && typeof value === 'object') return ofObject(value, schema, records, at);
  return [];
}

/** Schemas of several parts, each merged once. */
const merged = new WeakMap<JsonSchema, JsonSchema>();

function mergedOf(schema: JsonSchema, allOf: readonly JsonSchema[], records: Records): JsonSchema {
  const known = merged.get(schema);
  if (known) return known;
  const parts = allOf.map((one) => (one.$ref ? records[one.$ref.split('/').at(-1)!]! : one));
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const made = { ...parts[0], properties };
  merged.set(schema, made);
  return made;
}

/** A schema's patterns, compiled once. */
const compiled = new Map<string, RegExp>();

function matching(pattern: string): RegExp {
  const found = compiled.get(pattern) ?? new RegExp(pattern, 'u');
  compiled.set(pattern, found);
  return found;
}

function ofText(text: string, { pattern, minLength = 0, maxLength }: JsonSchema): string[] {
  const length = minLength > 0 || maxLength !== undefined ? Array.from(text).length : 0;
  return [
    ...(pattern && !matching(pattern).test(text) ? [`does not match ${pattern}`] : []),
    ...(length < minLength || length > (maxLength ?? length) ? ['is too short or long'] : []),
  ];
}

const ofNumber = (number: number, { minimum = number, maximum = number }: JsonSchema): string[] =>
  number < minimum || number > maximum ? ['is too small or large'] : [];

function ofObject(value: object, schema: JsonSchema, records: Records, at: string): string[] {
  const { properties = {}, required = [], additionalProperties: others = false, minProperties = 0 } = schema;
  const found: string[] = [];
  for (const key of required) if (!Object.hasOwn(value, key)) found.push(`${at}: has no ${key}`);
  const entries = Object.entries(value);
  if (entries.length < minProperties) found.push(`${at}: has too few fields`);
  for (const [key, one] of entries) {
    const field = properties[key] ?? (others === true ? {} : others);
    if (field) found.push(...findings(one, field, records, `${at}.${key}`));
    else found.push(`${at}: ${key} is one too many`);
  }
  return found;
}
