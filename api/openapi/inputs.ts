import type { Description } from 'joi';
import type { Config } from '../../common/config.ts';
import type { EndpointName, Row } from '../contract.ts';
import type { Behaviour } from '../http/endpoint.ts';
import type { StatedSchema } from '../http/inputs.ts';
import { rangeInput } from '../http/range.ts';
import type { JsonSchema } from './json-schema.ts';
import { WORDS } from './words.ts';

/** One input of an endpoint, as a client sends it. */
export interface Input {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** What a row takes, read off its Joi schema; a list takes its range too. Throws where an input says nothing. */
export function inputsOf(
  row: Row,
  behaviour: Behaviour<EndpointName>,
  limits: Config['limits'],
): readonly Input[] {
  const own = keysOf(behaviour.input.describe());
  const range = 'list' in row.done ? keysOf(rangeInput.describe()) : {};
  return Object.entries({ ...own, ...range }).map(([name, description]) =>
    readInput(name, description, limits),
  );
}

const keysOf = (described: Description): Readonly<Record<string, Description>> => described['keys'] ?? {};

function readInput(name: string, description: Description, limits: Config['limits']): Input {
  const metas = (description['metas'] ?? []) as { schema?: StatedSchema }[];
  // The last one: a rule built on another says what is left of it.
  const stated = metas.findLast((meta) => meta.schema !== undefined)?.schema;
  const words = WORDS[name];
  if (stated === undefined || words === undefined)
    throw new TypeError(`the input ${name} says not what it is`);
  const { flags } = description as { flags?: { presence?: string; description?: string } };
  const required = flags?.presence === 'required';
  const schema = typeof stated === 'function' ? stated(limits) : stated;
  return {
    name,
    required,
    schema: {
      ...schema,
      // A starred text that is empty is missing.
      ...(required && schema.type === 'string' && !schema.enum && { minLength: schema.minLength ?? 1 }),
      ...(required && schema.type === 'array' && { minItems: 1 }),
      description: flags?.description ?? words.about,
      ...(words.shown && { 'x-shown': true }),
      ...(schema.format !== 'binary' && { examples: [exampleIn(schema, words.example)] }),
    },
  };
}

/** Ids among texts are texts. */
export const exampleIn = ({ items }: JsonSchema, example: unknown): unknown =>
  items?.type === 'string' && Array.isArray(example) ? example.map(String) : example;
