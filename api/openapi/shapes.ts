import type { JsonSchema } from '../http/json-schema.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * The JSON schema of an output, checked against the type of the output. A missing or surplus field, or a null that the
 * schema excludes, does not compile.
 */
export interface Shape<Value> {
  readonly schema: JsonSchema;
  /** The schemas that it refers to, by name. */
  readonly records: Schemas;
  /** Never set. It makes TypeScript compare `Value` in both directions. */
  readonly tie?: (value: Value) => Value;
}

export type ShapeFields<Item> = { readonly [Key in keyof Item]: Shape<Item[Key]> };

const shape = <Value>(schema: JsonSchema, about?: string, records: Schemas = {}): Shape<Value> => ({
  schema: about === undefined ? schema : { ...schema, description: about },
  records,
});

export const text = (about?: string) => shape<string>({ type: 'string' }, about);
export const integer = (about?: string) => shape<number>({ type: 'integer' }, about);
export const number = (about?: string) => shape<number>({ type: 'number', minimum: 0 }, about);
export const boolean = (about?: string) => shape<boolean>({ type: 'boolean' }, about);
export const id = (about?: string) => shape<number>({ type: 'integer', minimum: 1 }, about);
export const count = (about?: string) => shape<number>({ type: 'integer', minimum: 0 }, about);

/** ISO 8601 in UTC with six decimals. */
export const timestamp = (about?: string) =>
  shape<string>(
    {
      type: 'string',
      format: 'date-time',
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$',
    },
    about,
  );

/** `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
export const localTime = (about?: string) =>
  shape<string>({ type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' }, about);

export const matching = (pattern: string, about?: string) =>
  shape<string>({ type: 'string', pattern }, about);

/** For names with many meanings, such as `name`. */
export const like = <Value>({ schema, records }: Shape<Value>, example: Value): Shape<Value> =>
  shape({ ...schema, examples: [example] }, undefined, records);

export function oneOf<const Value extends string | number>(
  values: readonly Value[],
  about?: string,
): Shape<Value> {
  const type = typeof values[0] === 'number' ? 'integer' : 'string';
  return shape({ type, enum: values }, about);
}

export const only = (value: number) => shape<number>({ type: 'integer', enum: [value] });

export const nothing = shape<null>({ type: 'null' });

export const nullable = <Value>({ schema, records }: Shape<Value>): Shape<Value | null> => {
  const { type, enum: words } = schema;
  if (typeof type !== 'string') return shape({ anyOf: [schema, { type: 'null' }] }, undefined, records);
  const both = { ...schema, type: [type, 'null'], ...(words && { enum: [...words, null] }) } as const;
  return shape(both, undefined, records);
};

export const list = <Item>({ schema, records }: Shape<Item>, about?: string): Shape<Item[]> =>
  shape({ type: 'array', items: schema }, about, records);

/** An object whose keys are data. */
export const mapping = <Value>({ schema, records }: Shape<Value>, about?: string) =>
  shape<Record<string, Value>>({ type: 'object', additionalProperties: schema }, about, records);

export function object<Item>(fields: ShapeFields<Item>, about?: string): Shape<Item> {
  const named = Object.entries(fields as Readonly<Record<string, Shape<unknown>>>);
  return shape(
    {
      type: 'object',
      properties: Object.fromEntries(named.map(([key, { schema }]) => [key, schema])),
      required: named.map(([key]) => key),
    },
    about,
    Object.assign({}, ...named.map(([, { records }]) => records)),
  );
}

/** Stored in the document under its own name. */
export function record<Item>(name: string, fields: ShapeFields<Item>, about?: string): Shape<Item> {
  const { schema, records } = object<Item>(fields, about);
  return shape({ $ref: `#/components/schemas/${name}` }, undefined, { ...records, [name]: schema });
}
