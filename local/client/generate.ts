import { type ContractRow, contract } from '../../api/contract.ts';
import type { JsonSchema } from '../../api/http/json-schema.ts';
import {
  type ClientMethod,
  callsOf,
  documentOfApi,
  endpointOf,
  isList,
  ownInputs,
  pascal,
  recordBeside,
  recordsOf,
} from './calls.ts';
import { commented, fieldsText, typeText } from './typescript.ts';

const HEAD = `/** Made of the OpenAPI document by \`npm run client\`. Do not edit. */

import type { CallOptions, Endpoint, ListCall, RequiredListCall } from './calls.ts';
`;

const hasInputs = (call: ClientMethod): boolean => Object.keys(ownInputs(call).properties ?? {}).length > 0;

function inputInterface(call: ClientMethod): string {
  if (!hasInputs(call)) return '';
  return `export interface ${pascal(call.name)}Input ${fieldsText(ownInputs(call), { input: true })}\n`;
}

const objectText = (schema: JsonSchema | undefined, names: readonly string[]): string =>
  `{ ${names.map((name) => `readonly ${name}: ${typeText(schema!.properties![name]!)}`).join('; ')} }`;

function outputText({ name, output }: ClientMethod): string {
  const { done, extras }: ContractRow = contract[name];
  const { message, errors } = output?.properties ?? {};
  if ('raw' in done && done.raw !== 'application/json') return 'Blob';
  const record = recordBeside(contract[name]);
  if (extras)
    return objectText(
      { properties: { ...output!.properties, ...(record !== null && message!.properties) } },
      record === null ? extras : [record, ...extras],
    );
  if ('raw' in done || 'text' in done) return typeText(message!);
  if ('errorsText' in done) return typeText(errors!);
  return typeText(message!.properties!['key' in done ? done.key : done.list]!);
}

function methodText(call: ClientMethod): string {
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

const endpointText = (call: ClientMethod): string => `${call.name}: ${JSON.stringify(endpointOf(call))},\n`;

function indented(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    const braces = /^\/?\*| \*/.test(line) ? [] : (line.match(/[{}]/g) ?? []);
    const change = braces.reduce((sum, brace) => sum + (brace === '{' ? 1 : -1), 0);
    depth += Math.min(change, 0);
    const shown = line && `${'  '.repeat(depth)}${line}`;
    depth += Math.max(change, 0);
    return shown;
  });
  return lines.join('\n');
}

export function generateClient(): string {
  const document = documentOfApi();
  const calls = callsOf(document);
  const records = recordsOf(document).map(([name, schema]) =>
    schema.properties
      ? `export interface ${name} ${fieldsText(schema, { input: false })}\n`
      : `${commented(schema.description)}export type ${name} = ${typeText(schema)};\n`,
  );
  return indented(
    [
      HEAD,
      ...records,
      ...calls.map(inputInterface),
      `/** Every endpoint of the API. */\nexport interface Client {\n${calls.map(methodText).join('')}}\n`,
      `export const ENDPOINTS = {\n${calls.map(endpointText).join('')}} as const satisfies Record<keyof Client, Endpoint>;\n`,
    ].join('\n'),
  );
}
