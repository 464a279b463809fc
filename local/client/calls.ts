import { type ContractRow, contract, type EndpointName } from '../../api/contract.ts';
import { KEY_HEADER } from '../../api/http/idempotency.ts';
import type { JsonSchema, SchemaRecords } from '../../api/http/json-schema.ts';
import { createDocument } from '../../api/openapi/document.ts';
import type { OpenApiDocument, Operation, Response } from '../../api/openapi/operation.ts';
import { behaviours } from '../../api/resources/all.ts';
import type { Endpoint } from '../../client/src/calls.ts';
import { readConfig } from '../../common/config.ts';

/** The parts of the document for the client depend on no setting. */
export const documentOfApi = (): OpenApiDocument =>
  createDocument(behaviours, {
    publicUrl: 'http://localhost',
    limits: readConfig({
      MONGODB_URL: 'mongodb://localhost/none',
      REDIS_URL: 'redis://localhost',
      SMTP_URL: 'smtp://localhost',
      APP_SECRET: 'a secret of thirty-two characters or more',
    }).limits,
  });

export interface ClientMethod {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly inputs: JsonSchema;
  readonly output: JsonSchema | undefined;
}

/** One call for each row. An endpoint with two methods gets the name of the first. */
export function callsOf({ paths, components }: OpenApiDocument): ClientMethod[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation['x-same-as'] === undefined)
      .map(([method, operation]) => {
        const name = operation.operationId as EndpointName;
        return {
          name,
          method: method.toUpperCase(),
          path,
          operation,
          inputs: inputsOf(operation, components.schemas),
          output: (operation.responses['200'] as Response).content?.['application/json']?.schema,
        };
      }),
  );
}

function inputsOf({ parameters = [], requestBody }: Operation, schemas: SchemaRecords): JsonSchema {
  const query = parameters.filter((one) => one.in === 'query');
  const [media] = Object.values(requestBody?.content ?? {});
  const body = media ? schemas[media.schema.$ref!.split('/').at(-1)!]! : {};
  return {
    properties: {
      ...Object.fromEntries(
        query.map(({ name, schema, description = '' }) => [name, { ...schema, description }]),
      ),
      ...body.properties,
    },
    required: [...query.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])],
  };
}

export const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export const isList = (name: EndpointName): boolean => 'list' in contract[name].done;

/** The inputs without the range of a list. */
export function ownInputs({ name, inputs }: ClientMethod): JsonSchema {
  if (!isList(name)) return inputs;
  const { limit: _, after_id: __, ...properties } = inputs.properties ?? {};
  return { ...inputs, properties };
}

export const recordsOf = ({ components }: OpenApiDocument): [string, JsonSchema][] =>
  Object.entries(components.schemas).filter(([name]) => !name.endsWith('Input'));

/** The key of a record in `message` that is answered together with other fields, or null. */
export const recordBeside = ({ done, extras }: ContractRow): string | null =>
  'key' in done && extras && !extras.some((name) => name === done.key) ? done.key : null;

export const changesOf = ({ operation: { parameters = [] } }: ClientMethod): boolean =>
  parameters.some((one) => one.name === KEY_HEADER);

export function endpointOf(call: ClientMethod): Endpoint {
  const { name, method, path } = call;
  const { done, extras, query, upload, files }: ContractRow = contract[name];
  const record = recordBeside(contract[name]);
  const answer = extras
    ? { extras, ...(record !== null && { key: record }) }
    : 'key' in done || 'list' in done
      ? done
      : 'raw' in done
        ? done.raw === 'application/json'
          ? 'message'
          : 'file'
        : 'text';
  return {
    method: method as Endpoint['method'],
    path,
    ...(changesOf(call) && { changes: true }),
    ...(method === 'POST' && query && { query }),
    ...(upload && { file: upload }),
    ...(files && { files }),
    answer,
  };
}
