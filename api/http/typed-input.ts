import Joi, { type CustomHelpers, type ErrorReport } from 'joi';
import type { Config } from '../../common/config.ts';
import type { JsonSchema } from './json-schema.ts';

declare const VALUE: unique symbol;
declare const REQUIRED: unique symbol;

/**
 * An input of an endpoint: a Joi schema with the type of the value after validation. The interface shows only the methods of
 * Joi that keep this type right.
 */
export interface Input<Value> {
  /** Exists for the compiler only. */
  readonly [VALUE]: Value;
  /** Adds a rule, which returns the value or refuses it. */
  custom<Next>(rule: (value: Value, helpers: CustomHelpers) => Next): Input<Exclude<Next, ErrorReport>>;
  /** The description in the API reference, instead of the one in `openapi/words.ts`. */
  description(text: string): this;
  /** The example in the API reference, instead of the one in `openapi/words.ts`. */
  example(value: unknown): this;
}

/** An input that a call must give. */
export interface RequiredInput<Value> extends Input<Value> {
  readonly [REQUIRED]: true;
}

export type InputFields = Readonly<Record<string, Input<unknown>>>;

type RequiredNames<Table extends InputFields> = {
  [Name in keyof Table]: Table[Name] extends RequiredInput<unknown> ? Name : never;
}[keyof Table];

type InputValue<Field> = Field extends Input<infer Value> ? Value : never;

/** The values of a table of inputs after validation. An optional input that was not given is absent. */
export type ValuesOf<Table extends InputFields> = {
  [Name in RequiredNames<Table>]: InputValue<Table[Name]>;
} & { [Name in Exclude<keyof Table, RequiredNames<Table>>]?: InputValue<Table[Name]> } extends infer Values
  ? { [Name in keyof Values]: Values[Name] }
  : never;

/** All inputs of an endpoint, with the type of their values. */
export interface Inputs<Values> extends Joi.ObjectSchema<Values> {
  readonly [VALUE]: Values;
}

/** The inputs of an endpoint. The compiler reads the type that the handler gets off the table. */
export const inputs = <Table extends InputFields>(table: Table): Inputs<ValuesOf<Table>> =>
  Joi.object(table) as Inputs<ValuesOf<Table>>;

/** The inputs of an endpoint that takes none. */
export const nothing = inputs({});

/** Gives a Joi schema the type of its values. Only builders of inputs call this. */
export const typed = <Value>(schema: Joi.AnySchema): Input<Value> => schema as unknown as Input<Value>;

/** The Joi schema of an input. */
const schemaOf = (given: Input<unknown>): Joi.AnySchema => given as unknown as Joi.AnySchema;

/** The schema of an input in the API reference. It is a function when it depends on configured limits. */
export type StatedSchema = JsonSchema | ((limits: Config['limits']) => JsonSchema);

/** Adds the schema that the API reference shows, since a rule in code says nothing about itself. */
export const stated = <Given extends Input<unknown>>(given: Given, json: StatedSchema): Given =>
  schemaOf(given).meta({ schema: json }) as unknown as Given;

const isBlankText = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** Whether a value is null, an empty text, or a list of such values. */
export const isBlank = (value: unknown): boolean =>
  isBlankText(value) || (Array.isArray(value) && value.every(isBlankText));

const blank = Joi.any().custom((value: unknown, helpers) =>
  isBlank(value) ? value : helpers.error('any.only'),
);

/** The type of a value that can not be blank. */
type FilledValue<Value> = Exclude<Value, null | ''>;

/** A starred input. A blank value counts as missing (docs/rules.md 3.3), and so does a list of blanks. */
export const required = <Value>(given: Input<Value>): RequiredInput<FilledValue<Value>> =>
  typed<FilledValue<Value>>(schemaOf(given).empty(blank).required()) as RequiredInput<FilledValue<Value>>;

/** A required input with its own text for when it is missing. */
export const missingAs = <Value>(
  given: RequiredInput<Value>,
  form: (key: string) => string,
): RequiredInput<Value> =>
  typed<Value>(
    schemaOf(given).error((reports: ErrorReport[]) => {
      for (const { code, local } of reports) if (code === 'any.required') local['form'] = form;
      return reports;
    }),
  ) as RequiredInput<Value>;

/** An optional input for which blank means absent, because there is no stored value to clear. */
export const optional = <Value>(given: Input<Value>): Input<FilledValue<Value>> =>
  typed(schemaOf(given).empty(blank));

/** An input that is read as `then` when the input `key` is `is`, and as `otherwise` when it is not. */
export const dependingOn = <Then, Otherwise>(
  key: string,
  is: string | number,
  then: Input<Then>,
  otherwise: Input<Otherwise>,
): Input<Then | Otherwise> => {
  // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
  const schema = Joi.any().when(key, { is, then: schemaOf(then), otherwise: schemaOf(otherwise) });
  return typed((otherwise as unknown) === ignored ? schema.meta({ ignoredBy: key }) : schema);
};

/** An input that is required unless the input `key` is given. */
export const unlessGiven = <Value>(key: string, given: Input<Value>): Input<FilledValue<Value>> => {
  const [then, otherwise] = [schemaOf(optional(given)), schemaOf(required(given))];
  // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
  return typed(Joi.any().when(key, { is: Joi.exist(), then, otherwise }));
};

/** A starred input that may be left out where the input `key` is `is`. The reference shows it as required. */
export const requiredUnless = <Value>(
  key: string,
  is: string | number,
  given: Input<Value>,
): RequiredInput<FilledValue<Value> | undefined> =>
  typed<FilledValue<Value> | undefined>(
    // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
    schemaOf(required(given)).when(key, { is, then: Joi.optional() }),
  ) as RequiredInput<FilledValue<Value> | undefined>;

/** An input whose value is dropped. */
export const ignored: Input<never> = typed(Joi.any().strip());
