import type { JsonSchema } from './json-schema.ts';

/**
 * The JSON schema of an output, tied to the type of what is put out: a field that is missing, one too many, or null
 * where the schema says it can't be does not compile.
 */
export interface Shape<Value> {
  readonly schema: JsonSchema;
  /** Never there: it ties `Value` down in both directions. */
  readonly tie?: (value: Value) => Value;
}

/** A record's shape, which the document keeps under a name of its own. */
export interface NamedShape<Value> extends Shape<Value> {
  readonly name: string;
}

export type Fields<Item> = { readonly [Key in keyof Item]: Shape<Item[Key]> };

const shape = <Value>(schema: JsonSchema, about?: string): Shape<Value> => ({
  schema: about === undefined ? schema : { ...schema, description: about },
});

/** References to records by name; the document resolves them, so that each record stands there once. */
const registered = new Map<string, JsonSchema>();
export const namedSchemas: ReadonlyMap<string, JsonSchema> = registered;

export const text = (about?: string) => shape<string>({ type: 'string' }, about);
export const integer = (about?: string) => shape<number>({ type: 'integer' }, about);
export const boolean = (about?: string) => shape<boolean>({ type: 'boolean' }, about);
export const id = (about?: string) => shape<number>({ type: 'integer', minimum: 1 }, about);
/** A number of things. */
export const count = (about?: string) => shape<number>({ type: 'integer', minimum: 0 }, about);

/** ISO 8601 in UTC with six decimals. */
export const timestamp = shape<string>({
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$',
});

/** `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
export const localTime = (about?: string) =>
  shape<string>({ type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' }, about);

export const matching = (pattern: string, about?: string) => shape<string>({ type: 'string', pattern }, about);

/** One of a few words or codes. */
export function oneOf<Value extends string | number>(values: readonly Value[], about?: string): Shape<Value> {
  const type = typeof values[0] === 'number' ? 'integer' : 'string';
  return shape({ type, enum: values }, about);
}

/** Never anything but this. */
export const only = <Value extends string | number>(value: Value, about?: string): Shape<Value> =>
  shape({ const: value }, about);

export const nothing: Shape<null> = shape({ type: 'null' });

export function nullable<Value>({ schema }: Shape<Value>): Shape<Value | null> {
  const { type, enum: values } = schema;
  if (type === undefined || Array.isArray(type)) return { schema: { anyOf: [schema, { type: 'null' }] } };
  return {
    schema: { ...schema, type: [type as 'string', 'null'], ...(values && { enum: [...values, null] }) },
  };
}

export const list = <Item>({ schema }: Shape<Item>, about?: string): Shape<Item[]> =>
  shape({ type: 'array', items: schema }, about);

/** An object whose keys are data. */
export const mapping = <Value>({ schema }: Shape<Value>, about?: string) =>
  shape<Record<string, Value>>({ type: 'object', additionalProperties: schema }, about);

/** An object with all of these fields, always. */
export function object<Item>(fields: Fields<Item>, about?: string): Shape<Item> {
  const entries = Object.entries(fields as Record<string, Shape<unknown>>);
  const properties = Object.fromEntries(entries.map(([key, { schema }]) => [key, schema]));
  return shape({ type: 'object', properties, required: Object.keys(properties) }, about);
}

/** An object that is known by a name. */
export function record<Item>(name: string, fields: Fields<Item>, about?: string): NamedShape<Item> {
  registered.set(name, object<Item>(fields, about).schema);
  return { name, schema: { $ref: `#/components/schemas/${name}` } };
}
