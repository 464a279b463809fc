import type { Config } from '../../common/config.ts';
import { type ContractRow, contract, type EndpointName, type Method } from '../contract.ts';
import type { Behaviour } from '../http/endpoint.ts';
import type { JsonSchema } from '../http/json-schema.ts';
import { exampleFor } from './example-records.ts';
import { exampleIn, inputsOf, type OperationInput } from './inputs.ts';
import type { Parameter, RequestBody } from './operation.ts';

export interface OperationInputs {
  readonly query: readonly OperationInput[];
  readonly body: readonly OperationInput[];
}

/** A POST takes its inputs from the body, except those that the row puts into the query. Other methods take all from the query. */
export function placedInputs(
  name: EndpointName,
  method: Method,
  behaviour: Behaviour<EndpointName>,
  limits: Config['limits'],
): OperationInputs {
  const row: ContractRow = contract[name];
  const own = exampleFor(name).inputs ?? {};
  const inputs = inputsOf(row, behaviour, limits).map((input) =>
    Object.hasOwn(own, input.name) ? shownAs(input, own[input.name]) : input,
  );
  if (method !== 'POST') return { query: inputs, body: [] };
  const named = new Set(row.query);
  return {
    query: inputs.filter(({ name }) => named.has(name)),
    body: inputs.filter(({ name }) => !named.has(name)),
  };
}

/** The example of a call also shows an optional input that names a record of the example account. */
const shownAs = ({ schema, ...input }: OperationInput, example: unknown): OperationInput => ({
  ...input,
  schema: {
    ...schema,
    ...(!input.required && { 'x-shown': true }),
    examples: [exampleIn(schema, example)],
  },
});

export const parametersOf = ({ query }: OperationInputs): Parameter[] =>
  query.map(({ name, required, schema: { description = '', examples, ...schema } }) => ({
    name,
    in: 'query',
    required,
    description,
    schema,
    ...(examples && { example: examples[0] }),
  }));

/** In every accepted encoding. `$ref` names the schema of {@link bodySchema}. */
export function bodyOf({ body }: OperationInputs, row: ContractRow, $ref: string): RequestBody {
  const schema = { $ref };
  const keyed = body.filter(({ name }) => row.objects?.includes(name));
  // `custom_field[name]`. Lists need no style: repeating the key is the default, and the API accepts it.
  const styles = Object.fromEntries(keyed.map(({ name }) => [name, { style: 'deepObject', explode: true }]));
  const form = { schema, ...(keyed.length > 0 && { encoding: styles }) };
  const file = row.upload ?? (row.tables && row.files);
  const content: RequestBody['content'] = file
    ? {
        'multipart/form-data': {
          schema,
          encoding: {
            [file]: {
              contentType: row.image ? 'image/png, image/jpeg, image/gif, image/webp' : 'text/csv',
            },
          },
        },
      }
    : {
        'application/json': { schema },
        ...(!row.json && { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form }),
      };
  return { required: body.some(({ required }) => required), content };
}

export function bodySchema({ body }: OperationInputs): JsonSchema {
  const required = body.filter((one) => one.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      body.map(({ name, required: starred, schema }) => [name, starred ? schema : orNull(schema)]),
    ),
    ...(required.length > 0 && { required }),
  };
}

/** An optional input may be null in JSON, like a blank one in a form. */
function orNull({ type, enum: words, ...schema }: JsonSchema): JsonSchema {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  return { ...schema, type: [...types, 'null'], ...(words && { enum: [...words, null] }) };
}
