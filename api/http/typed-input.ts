import Joi, { type CustomHelpers, type ErrorReport } from 'joi';
import type { Config } from '../../common/config.ts';
import type { JsonSchema } from './json-schema.ts';

declare const VALUE: unique symbol;
declare const REQUIRED: unique symbol;

/**
 * A Joi schema with the type of the validated value. The interface has only those methods of Joi that keep the type correct. The schema is
 * made when a call first needs it, because a start would make those of all endpoints.
 */
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

/** An input whose schema is not made yet. */
class LaterInput {
  /** The other input because of which this one may be ignored ({@link dependingOn}). */
  readonly ignoredBy: string | null;
  readonly #make: () => Joi.AnySchema;
  #made: Joi.AnySchema | null = null;

  constructor(make: () => Joi.AnySchema, ignoredBy: string | null = null) {
    this.#make = make;
    this.ignoredBy = ignoredBy;
  }

  get schema(): Joi.AnySchema {
    return (this.#made ??= this.#make());
  }

  changed(change: (schema: Joi.AnySchema) => Joi.AnySchema): LaterInput {
    return new LaterInput(() => change(this.schema), this.ignoredBy);
  }

  custom(rule: Joi.CustomValidator): LaterInput {
    return this.changed((schema) => schema.custom(rule));
  }

  description(text: string): LaterInput {
    return this.changed((schema) => schema.description(text));
  }

  example(value: unknown): LaterInput {
    return this.changed((schema) => schema.example(value));
  }
}

const laterOf = (given: Input<unknown>): LaterInput => given as unknown as LaterInput;

/** The inputs of an endpoint, whose schema is made when a call first needs it. */
export class Inputs<Values> {
  declare readonly [VALUE]: Values;
  readonly names: readonly string[];
  /** Inputs that may be ignored, each with the other one that decides it. */
  readonly ignoredBy: readonly (readonly [name: string, by: string])[];
  readonly #table: InputFields;
  #schema: Joi.ObjectSchema<Values> | null = null;

  constructor(table: InputFields) {
    this.#table = table;
    this.names = Object.keys(table);
    this.ignoredBy = Object.entries(table).flatMap(([name, given]) => {
      const { ignoredBy } = laterOf(given);
      return ignoredBy === null ? [] : [[name, ignoredBy] as const];
    });
  }

  get schema(): Joi.ObjectSchema<Values> {
    return (this.#schema ??= Joi.object(
      Object.fromEntries(Object.entries(this.#table).map(([name, given]) => [name, schemaOf(given)])),
    ) as Joi.ObjectSchema<Values>);
  }
}

/** The compiler derives the handler's input type from the table. */
export const inputs = <Table extends InputFields>(table: Table): Inputs<ValuesOf<Table>> =>
  new Inputs<ValuesOf<Table>>(table);

export const nothing = inputs({});

export const typed = <Value>(make: () => Joi.AnySchema): Input<Value> =>
  new LaterInput(make) as unknown as Input<Value>;

const schemaOf = (given: Input<unknown>): Joi.AnySchema => laterOf(given).schema;

const changed = (given: Input<unknown>, change: (schema: Joi.AnySchema) => Joi.AnySchema): never =>
  laterOf(given).changed(change) as never;

/** The schema of an input in the API reference; a function if it depends on configured limits. */
export type StatedSchema = JsonSchema | ((limits: Config['limits']) => JsonSchema);

/** Adds the schema for the API reference, because it cannot be read from a rule in code. */
export const stated = <Given extends Input<unknown>>(given: Given, json: StatedSchema): Given =>
  changed(given, (schema) => schema.meta({ schema: json }));

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
  changed(given, (schema) => schema.empty(blank).required());

export const missingAs = <Value>(
  given: RequiredInput<Value>,
  form: (key: string) => string,
): RequiredInput<Value> =>
  changed(given, (schema) =>
    schema.error((reports: ErrorReport[]) => {
      for (const { code, local } of reports) if (code === 'any.required') local['form'] = form;
      return reports;
    }),
  );

/** An optional input. A blank value counts as absent, because no stored value is to be cleared. */
export const optional = <Value>(given: Input<Value>): Input<FilledValue<Value>> =>
  changed(given, (schema) => schema.empty(blank));

/** Reads an input as `then` if the input `key` equals `is`, otherwise as `otherwise`. */
export const dependingOn = <Then, Otherwise>(
  key: string,
  is: string | number,
  then: Input<Then>,
  otherwise: Input<Otherwise>,
): Input<Then | Otherwise> =>
  new LaterInput(
    // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
    () => Joi.any().when(key, { is, then: schemaOf(then), otherwise: schemaOf(otherwise) }),
    (otherwise as unknown) === ignored ? key : null,
  ) as unknown as Input<Then | Otherwise>;

export const unlessGiven = <Value>(key: string, given: Input<Value>): Input<FilledValue<Value>> =>
  typed(() => {
    const [then, otherwise] = [schemaOf(optional(given)), schemaOf(required(given))];
    // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
    return Joi.any().when(key, { is: Joi.exist(), then, otherwise });
  });

/** A starred input that may be absent if the input `key` equals `is`. The reference shows it as required. */
export const requiredUnless = <Value>(
  key: string,
  is: string | number,
  given: Input<Value>,
): RequiredInput<FilledValue<Value> | undefined> =>
  // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
  changed(required(given), (schema) => schema.when(key, { is, then: Joi.optional() }));

export const ignored: Input<never> = typed(() => Joi.any().strip());
