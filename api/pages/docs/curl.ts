import type { JsonSchema } from '../../http/json-schema.ts';
import type { Operation } from '../../openapi/operation.ts';
import { shownInputs } from './shown-inputs.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function pairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.map((item, at) => [`${name}[${at}]`, String(item)]);
  return [[name, String(value)]];
}

/** A curl call with the required inputs; the shell has the keys in variables. */
export function curlOf(
  url: string,
  method: string,
  operation: Operation,
  body: JsonSchema | undefined,
): string {
  const isForm = operation.requestBody?.content['application/json'] === undefined;
  const inputs = shownInputs(operation, body);
  const inQuery = inputs.filter(({ place }) => place === 'query');
  const query = new URLSearchParams(inQuery.flatMap(({ name, value }) => pairs(name, value)));
  const inBody = inputs
    .filter(({ place }) => place === 'body')
    .flatMap(({ name, value, isFile }) =>
      isFile
        ? [`-F ${quoted(`${name}=@${String(value)}`)}`]
        : pairs(name, value).map(
            ([key, text]) => `${isForm ? '-F' : '--data-urlencode'} ${quoted(`${key}=${text}`)}`,
          ),
    );
  return [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    quoted(inQuery.length > 0 ? `${url}?${query}` : url),
    '-H "PublicKey: $PUBLIC_KEY"',
    '-H "SecretKey: $SECRET_KEY"',
    ...inBody,
  ].join(' \\\n  ');
}
