import type { JsonSchema } from '../../http/json-schema.ts';
import type { Operation, Parameter } from '../../openapi/operation.ts';

/** Quotes a text for the shell, so that no character in it is special. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** An input in the form of a form's fields. */
function pairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.map((item, at) => [`${name}[${at}]`, String(item)]);
  return [[name, String(value)]];
}

const queryOf = (parameters: readonly Parameter[]): string => {
  const named = parameters.filter((one) => one.in === 'query' && one.required);
  const query = new URLSearchParams(named.flatMap(({ name, example }) => pairs(name, example)));
  return named.length > 0 ? `?${query}` : '';
};

/** A curl call with the required inputs, for a shell in which the keys are set. */
export function curlOf(
  url: string,
  method: string,
  operation: Operation,
  body: JsonSchema | undefined,
): string {
  const form = operation.requestBody?.content['application/json'] === undefined;
  const inputs = Object.entries(body?.properties ?? {})
    .filter(([name, schema]) => schema['x-shown'] ?? body?.required?.includes(name))
    .flatMap(([name, { format, examples }]) =>
      format === 'binary'
        ? [`-F ${quoted(`${name}=@contacts.csv`)}`]
        : pairs(name, examples?.[0]).map(
            ([key, value]) => `${form ? '-F' : '--data-urlencode'} ${quoted(`${key}=${value}`)}`,
          ),
    );
  return [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    quoted(url + queryOf(operation.parameters ?? [])),
    '-H "PublicKey: $PUBLIC_KEY"',
    '-H "SecretKey: $SECRET_KEY"',
    ...inputs,
  ].join(' \\\n  ');
}
