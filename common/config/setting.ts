import Joi from 'joi';

/** Each setting has one row, from which its check, documentation and type are derived. */
export interface Setting<Value = unknown> {
  readonly check: Joi.Schema;
  readonly type: string;
  /** The default as an environment has it; null: none, or no fixed text. */
  readonly standard: string | null;
  /** A description of the default when it is not fixed. */
  readonly otherwise: string | null;
  readonly unit: string | null;
  /** The purpose, and the reason of the default. */
  readonly reason: string;
  readonly value?: Value;
}

export type SettingValue<One> = One extends Setting<infer Value> ? Value : never;

export interface Section<Settings = Readonly<Record<string, Setting>>> {
  readonly title: string;
  readonly about?: string;
  readonly settings: Settings;
}

export const section = <const Settings extends Readonly<Record<string, Setting>>>(
  one: Section<Settings>,
): Section<Settings> => one;

interface SettingTexts {
  readonly unit?: string;
  readonly reason: string;
}

interface NumberTexts extends SettingTexts {
  readonly least?: number;
  readonly most?: number;
  readonly standard: number;
}

function numeric(check: Joi.NumberSchema, kind: string, words: NumberTexts): Setting<number> {
  const { least, most, standard, unit = null, reason } = words;
  let bounded = check;
  let type = kind;
  if (least !== undefined) {
    bounded = bounded.min(least);
    type += most === undefined ? `, at least ${least}` : `, ${least} to ${most}`;
  }
  if (most !== undefined) bounded = bounded.max(most);
  return {
    check: bounded.default(standard),
    type,
    standard: String(standard),
    otherwise: null,
    unit,
    reason,
  };
}

export const whole = ({ least = 1, ...words }: NumberTexts): Setting<number> =>
  numeric(Joi.number().integer(), 'whole number', { least, ...words });

export const decimal = (words: NumberTexts): Setting<number> => numeric(Joi.number(), 'number', words);

export const positive = (words: NumberTexts): Setting<number> =>
  numeric(Joi.number().positive(), 'number above 0', words);

export const choice = <const Values extends readonly string[]>(
  values: Values,
  { standard, reason }: { readonly standard: Values[number]; readonly reason: string },
): Setting<Values[number]> => ({
  check: Joi.string()
    .valid(...values)
    .default(standard),
  type: values.join(', '),
  standard,
  otherwise: null,
  unit: null,
  reason,
});

export const listenerAddress = (reason: string): Setting<string | undefined> =>
  checked(Joi.string(), {
    type: 'address of this machine',
    otherwise: '127.0.0.1; in production all addresses',
    reason,
  });

/** A text without a default. */
export const optionalText = (
  type: string,
  reason: string,
  check: Joi.Schema = Joi.string(),
): Setting<string | undefined> => checked(check, { type, reason });

/** The check has its own default, if any: `standard` or `otherwise` documents it. */
export const checked = <Value>(
  check: Joi.Schema,
  words: SettingTexts & { readonly type: string; readonly standard?: string; readonly otherwise?: string },
): Setting<Value> => ({ check, standard: null, otherwise: null, unit: null, ...words });
