import type { Description } from 'joi';
import type { Config } from '../../common/config.ts';
import type { ContractRow, EndpointName } from '../contract.ts';
import type { Behaviour } from '../http/endpoint.ts';
import type { JsonSchema } from '../http/json-schema.ts';
import { rangeInput } from '../http/range.ts';
import type { StatedSchema } from '../http/typed-input.ts';
import { WORDS, type Word } from './words.ts';

export interface OperationInput {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Reads the inputs of a row from its Joi schema, and those of a page for a list. Throws for an input without a schema. */
export function inputsOf(
  row: ContractRow,
  behaviour: Behaviour<EndpointName>,
  limits: Config['limits'],
): readonly OperationInput[] {
  const own = keysOf(behaviour.input.schema.describe());
  const range = 'list' in row.done ? keysOf(rangeInput.schema.describe()) : {};
  return Object.entries({ ...own, ...range }).map(([name, description]) =>
    readInput(name, description, limits),
  );
}

const keysOf = (described: Description): Readonly<Record<string, Description>> => described['keys'] ?? {};

function readInput(name: string, description: Description, limits: Config['limits']): OperationInput {
  const metas = (description['metas'] ?? []) as { schema?: StatedSchema }[];
  // The last one: a rule that is built on another states the more exact schema.
  const stated = metas.findLast((meta) => meta.schema !== undefined)?.schema;
  const { flags, examples = [] } = description as {
    flags?: { presence?: string; description?: string };
    examples?: readonly unknown[];
  };
  const words: Partial<Word> = WORDS[name] ?? {};
  const about = flags?.description ?? words.about;
  const example = examples[0] ?? words.example;
  if (stated === undefined || about === undefined || example === undefined)
    throw new TypeError(`the input ${name} has no schema, description or example`);
  const required = flags?.presence === 'required';
  const schema = typeof stated === 'function' ? stated(limits) : stated;
  return {
    name,
    required,
    schema: {
      ...schema,
      // An empty text in a starred input counts as missing.
      ...(required && schema.type === 'string' && !schema.enum && { minLength: schema.minLength ?? 1 }),
      ...(required && schema.type === 'array' && { minItems: 1 }),
      description: about,
      ...(words.shown && { 'x-shown': true }),
      ...(!isOfFiles(schema) && { examples: [exampleIn(schema, example)] }),
    },
  };
}

/** JSON has no example of a file. */
const isOfFiles = ({ format, items }: JsonSchema): boolean => (items?.format ?? format) === 'binary';

/** In a list of texts, example ids become texts. */
export const exampleIn = ({ items }: JsonSchema, example: unknown): unknown =>
  items?.type === 'string' && Array.isArray(example) ? example.map(String) : example;
