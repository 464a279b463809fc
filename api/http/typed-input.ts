import Joi, { type CustomHelpers, type ErrorReport } from 'joi';
import type { Config } from '../../common/config.ts';
import type { JsonSchema } from './json-schema.ts';

declare const VALUE: unique symbol;
declare const REQUIRED: unique symbol;

/** A Joi schema with the type of the validated value. The interface has only those methods of Joi that keep the type correct. */
export interface Input<Value> {
  /** Exists for the compiler only. */
  readonly [VALUE]: Value;
  custom<Next>(rule: (value: Value, helpers: CustomHelpers) => Next): Input<Exclude<Next, ErrorReport>>;
  /** This and `example` replace the texts of `openapi/words.ts` in the API reference. */
  description(text: string): this;
  example(value: unknown): this;
}

export interface RequiredInput<Value> extends Input<Value> {
  readonly [REQUIRED]: true;
}

export type InputFields = Readonly<Record<string, Input<unknown>>>;

type RequiredNames<Table extends InputFields> = {
  [Name in keyof Table]: Table[Name] extends RequiredInput<unknown> ? Name : never;
}[keyof Table];

type InputValue<Field> = Field extends Input<infer Value> ? Value : never;

/** The validated values of a table of inputs. An optional input that was not given is absent. */
export type ValuesOf<Table extends InputFields> = {
  [Name in RequiredNames<Table>]: InputValue<Table[Name]>;
} & { [Name in Exclude<keyof Table, RequiredNames<Table>>]?: InputValue<Table[Name]> } extends infer Values
  ? { [Name in keyof Values]: Values[Name] }
  : never;

export interface Inputs<Values> extends Joi.ObjectSchema<Values> {
  readonly [VALUE]: Values;
}

/** The inputs of an endpoint. The compiler derives the handler's input type from the table. */
export const inputs = <Table extends InputFields>(table: Table): Inputs<ValuesOf<Table>> =>
  Joi.object(table) as Inputs<ValuesOf<Table>>;

export const nothing = inputs({});

export const typed = <Value>(schema: Joi.AnySchema): Input<Value> => schema as unknown as Input<Value>;

const schemaOf = (given: Input<unknown>): Joi.AnySchema => given as unknown as Joi.AnySchema;

/** The schema of an input in the API reference; a function if it depends on configured limits. */
export type StatedSchema = JsonSchema | ((limits: Config['limits']) => JsonSchema);

/** Adds the schema for the API reference, because it cannot be read from a rule in code. */
export const stated = <Given extends Input<unknown>>(given: Given, json: StatedSchema): Given =>
  schemaOf(given).meta({ schema: json }) as unknown as Given;

const isBlankText = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

export const isBlank = (value: unknown): boolean =>
  isBlankText(value) || (Array.isArray(value) && value.every(isBlankText));

const blank = Joi.any().custom((value: unknown, helpers) =>
  isBlank(value) ? value : helpers.error('any.only'),
);

type FilledValue<Value> = Exclude<Value, null | ''>;

/** A starred input. A blank value or a list of blanks counts as missing (docs/rules.md 3.3). */
export const required = <Value>(given: Input<Value>): RequiredInput<FilledValue<Value>> =>
  typed<FilledValue<Value>>(schemaOf(given).empty(blank).required()) as RequiredInput<FilledValue<Value>>;

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

/** An optional input. A blank value counts as absent, because no stored value is to be cleared. */
export const optional = <Value>(given: Input<Value>): Input<FilledValue<Value>> =>
  typed(schemaOf(given).empty(blank));

/** Reads an input as `then` if the input `key` equals `is`, otherwise as `otherwise`. */
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

export const unlessGiven = <Value>(key: string, given: Input<Value>): Input<FilledValue<Value>> => {
  const [then, otherwise] = [schemaOf(optional(given)), schemaOf(required(given))];
  // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
  return typed(Joi.any().when(key, { is: Joi.exist(), then, otherwise }));
};

/** A starred input that may be absent if the input `key` equals `is`. The reference shows it as required. */
export const requiredUnless = <Value>(
  key: string,
  is: string | number,
  given: Input<Value>,
): RequiredInput<FilledValue<Value> | undefined> =>
  typed<FilledValue<Value> | undefined>(
    // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
    schemaOf(required(given)).when(key, { is, then: Joi.optional() }),
  ) as RequiredInput<FilledValue<Value> | undefined>;

export const ignored: Input<never> = typed(Joi.any().strip());
