import { contract, type EndpointName, type Row } from '../../api/contract.ts';
import type { JsonSchema } from '../../api/http/json-schema.ts';
import { createDocument } from '../../api/openapi/document.ts';
import type { OpenApiDocument, Operation, Response } from '../../api/openapi/operation.ts';
import { behaviours } from '../../api/resources/all.ts';
import { readConfig } from '../../common/config.ts';
import { commented, fieldsText, typeText } from './typescript.ts';

const HEAD = `/** Made of the OpenAPI document by \`npm run client\`. Do not edit. */

import type { CallOptions, Endpoint, ListCall, RequiredListCall } from './calls.ts';
`;

/** The parts of the document that the client needs depend on no setting. */
const documentOfApi = (): OpenApiDocument =>
  createDocument(behaviours, {
    publicUrl: 'http://localhost',
    limits: readConfig({
      MONGODB_URL: 'mongodb://localhost/none',
      REDIS_URL: 'redis://localhost',
      SMTP_URL: 'smtp://localhost',
      APP_SECRET: 'a secret of thirty-two characters or more',
    }).limits,
  });

interface Call {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** The inputs of query and body together. */
  readonly inputs: JsonSchema;
  readonly output: JsonSchema | undefined;
}

/** One call for each row. An endpoint with two methods gets the name of the first. */
function callsOf({ paths, components }: OpenApiDocument): Call[] {
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

function inputsOf({ parameters = [], requestBody }: Operation, schemas: Records): JsonSchema {
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

type Records = Readonly<Record<string, JsonSchema>>;

const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const isList = (name: EndpointName): boolean => 'list' in contract[name].done;

/** The inputs without the range of a list. */
function ownInputs({ name, inputs }: Call): JsonSchema {
  if (!isList(name)) return inputs;
  const { limit: _, after_id: __, ...properties } = inputs.properties ?? {};
  return { ...inputs, properties };
}

const hasInputs = (call: Call): boolean => Object.keys(ownInputs(call).properties ?? {}).length > 0;

function inputInterface(call: Call): string {
  if (!hasInputs(call)) return '';
  return `export interface ${pascal(call.name)}Input ${fieldsText(ownInputs(call), { input: true })}\n`;
}

/** The named fields of an object. */
const objectText = (schema: JsonSchema | undefined, names: readonly string[]): string =>
  `{ ${names.map((name) => `readonly ${name}: ${typeText(schema!.properties![name]!)}`).join('; ')} }`;

/** The type of what a call resolves to. */
function outputText({ name, output }: Call): string {
  const { done, beside }: Row = contract[name];
  const { message, errors } = output?.properties ?? {};
  if ('raw' in done && done.raw !== 'application/json') return 'Blob';
  if (beside) return objectText(output, beside);
  if ('raw' in done || 'text' in done) return typeText(message!);
  if ('errorsText' in done) return typeText(errors!);
  return typeText(message!.properties!['key' in done ? done.key : done.list]!);
}

function methodText(call: Call): string {
  const { name, method, path, operation } = call;
  const about = `${operation.summary}. \`${method} ${path}\`${operation.description ? `\n\n${operation.description}` : ''}`;
  const input = `${pascal(name)}Input`;
  if (isList(name)) {
    const item = outputText(call).replace(/\[\]$/, '');
    const required = (ownInputs(call).required ?? []).length > 0;
    const narrowed = hasInputs(call) ? `ListCall<${item}, ${input}>` : `ListCall<${item}>`;
    const type = required ? `RequiredListCall<${input}, ${item}>` : narrowed;
    return `${commented(about)}readonly ${name}: ${type};\n`;
  }
  const given = hasInputs(call) ? `input: ${input}` : 'input?: Readonly<Record<string, never>>';
  return `${commented(about)}${name}(${given}, options?: CallOptions): Promise<${outputText(call)}>;\n`;
}

function endpointText({ name, method, path }: Call): string {
  const row: Row = contract[name];
  const { done, beside } = row;
  const answer = beside
    ? { beside }
    : 'key' in done || 'list' in done
      ? done
      : 'raw' in done
        ? done.raw === 'application/json'
          ? 'message'
          : 'file'
        : 'text';
  const query = method === 'POST' && row.query ? { query: row.query } : {};
  const file = row.upload ? { file: row.upload } : {};
  return `${name}: ${JSON.stringify({ method, path, ...query, ...file, answer })},\n`;
}

/** The text of `client/src/generated.ts`, before it is formatted. */
export function generateClient(): string {
  const document = documentOfApi();
  const calls = callsOf(document);
  const records = Object.entries(document.components.schemas)
    .filter(([name]) => !name.endsWith('Input'))
    .map(([name, schema]) => `export interface ${name} ${fieldsText(schema, { input: false })}\n`);
  return [
    HEAD,
    ...records,
    ...calls.map(inputInterface),
    `/** Every endpoint of the API. */\nexport interface Client {\n${calls.map(methodText).join('')}}\n`,
    `export const ENDPOINTS = {\n${calls.map(endpointText).join('')}} as const satisfies Record<keyof Client, Endpoint>;\n`,
  ].join('\n');
}
