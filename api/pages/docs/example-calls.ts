import type { JsonSchema } from '../../http/json-schema.ts';
import type { Operation, Response } from '../../openapi/operation.ts';
import { argumentName, methodName, pythonLiteral } from '../../openapi/python-names.ts';

/** The file name in an example: a schema has no example of a file. */
const fileOf = ({ requestBody }: Operation, name: string): string =>
  requestBody?.content['multipart/form-data']?.encoding?.[name]?.contentType === 'text/csv'
    ? 'contacts.csv'
    : 'banner.png';

function shownInputs(operation: Operation, body: JsonSchema | undefined) {
  return [
    ...(operation.parameters ?? [])
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name, example }) => ({ name, value: example, place: 'query' as const, isFile: false })),
    ...Object.entries(body?.properties ?? {})
      .filter(([name, schema]) => schema['x-shown'] ?? body?.required?.includes(name))
      .map(([name, { format, items, examples }]) => {
        const isFile = (items?.format ?? format) === 'binary';
        const file = fileOf(operation, name);
        const value = isFile ? (items ? [file] : file) : examples?.[0];
        return { name, value, place: 'body' as const, isFile };
      }),
  ];
}

const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function pairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.map((item, at) => [`${name}[${at}]`, String(item)]);
  return [[name, String(value)]];
}

/** A curl call with the required inputs; the shell has the keys in variables. */
export function curlOf(url: string, method: string, operation: Operation, body?: JsonSchema): string {
  const kinds = Object.keys(operation.requestBody?.content ?? {});
  const isForm = !kinds.includes('application/json');
  const isJson = kinds.length === 1 && !isForm;
  const inputs = shownInputs(operation, body);
  const inQuery = inputs.filter(({ place }) => place === 'query');
  const query = new URLSearchParams(inQuery.flatMap(({ name, value }) => pairs(name, value)));
  const ofBody = inputs.filter(({ place }) => place === 'body');
  const inForm = ofBody.flatMap(({ name, value, isFile }) =>
    isFile
      ? [value].flat().map((file) => `-F ${shellText(`${name}=@${String(file)}`)}`)
      : pairs(name, value).map(
          ([key, text]) => `${isForm ? '-F' : '--data-urlencode'} ${shellText(`${key}=${text}`)}`,
        ),
  );
  return [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    shellText(inQuery.length > 0 ? `${url}?${query}` : url),
    '-H "PublicKey: $PUBLIC_KEY"',
    '-H "SecretKey: $SECRET_KEY"',
    ...(isJson ? jsonBody(ofBody) : inForm),
  ].join(' \\\n  ');
}

const jsonBody = (inputs: ReturnType<typeof shownInputs>): string[] => [
  "-H 'Content-Type: application/json'",
  `-d ${shellText(JSON.stringify(Object.fromEntries(inputs.map(({ name, value }) => [name, value]))))}`,
];

export function besideMessage({ properties = {} }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { status: _, message: __, errors: ___, next_after_id: ____, ...extras } = properties;
  return extras;
}

/** The variable for what a client returns: a file, an object, the value of the only key in `message`, or null for a text. */
function variableOf(
  { responses }: Operation,
  objectOf: (keys: readonly string[]) => string,
  nameOf: (key: string) => string,
): string | null {
  const { content = {} } = responses['200'] as Response;
  const schema = content['application/json']?.schema;
  if (!schema) return 'file';
  const extras = Object.keys(besideMessage(schema));
  if (extras.length > 0) return objectOf(extras);
  const keys = Object.keys(schema.properties?.['message']?.properties ?? {});
  if (keys.length === 1) return keys[0] === 'import' ? 'found' : nameOf(keys[0]!);
  return keys.length === 0 ? null : objectOf(keys);
}

/** Characters of a line; a longer call has one line for each input. */
const WIDTH = 64;

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;

const keyText = (key: string): string => (/^[a-z_$][\w$]*$/i.test(key) ? key : quoted(key));

function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, one]) => `${keyText(key)}: ${literal(one)}`);
  return `{ ${pairs.join(', ')} }`;
}

const camel = (key: string): string =>
  key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const fileLiteral = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(fileLiteral).join(', ')}]`
    : `new File([await openAsBlob(${literal(value)})], ${literal(value)})`;

export function typescriptOf(operation: Operation, body: JsonSchema | undefined): string {
  const inputs = shownInputs(operation, body);
  const given = inputs.map(
    ({ name, value, isFile }) => `${keyText(name)}: ${isFile ? fileLiteral(value) : literal(value)}`,
  );
  const variable = variableOf(operation, (keys) => `{ ${keys.join(', ')} }`, camel);
  const head = `${variable === null ? '' : `const ${variable} = `}await client.${operation.operationId}(`;
  const line = given.length === 0 ? `${head});` : `${head}{ ${given.join(', ')} });`;
  const call =
    line.length <= WIDTH || given.length === 0
      ? line
      : `${head}{\n${given.map((one) => `  ${one},\n`).join('')}});`;
  return inputs.some(({ isFile }) => isFile) ? `import { openAsBlob } from 'node:fs';\n\n${call}` : call;
}

export function pythonOf(operation: Operation, body: JsonSchema | undefined): string {
  const given = shownInputs(operation, body).map(
    ({ name, value }) => `${argumentName(name)}=${pythonLiteral(value)}`,
  );
  const variable = variableOf(operation, () => 'answer', methodName);
  const head = `${variable === null ? '' : `${variable} = `}client.${methodName(operation.operationId)}(`;
  const line = `${head}${given.join(', ')})`;
  if (line.length <= WIDTH || given.length === 0) return line;
  return `${head}\n${given.map((one) => `    ${one},\n`).join('')})`;
}
