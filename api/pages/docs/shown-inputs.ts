import type { JsonSchema } from '../../http/json-schema.ts';
import type { Operation } from '../../openapi/operation.ts';

export interface ShownInput {
  readonly name: string;
  readonly value: unknown;
  readonly place: 'query' | 'body';
  readonly isFile: boolean;
}

/** The file name in an example: a schema has no example of a file. */
const fileOf = ({ requestBody }: Operation, name: string): string =>
  requestBody?.content['multipart/form-data']?.encoding?.[name]?.contentType === 'text/csv'
    ? 'contacts.csv'
    : 'banner.png';

export function shownInputs(operation: Operation, body: JsonSchema | undefined): ShownInput[] {
  return [
    ...(operation.parameters ?? [])
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name, example }) => ({ name, value: example, place: 'query' as const, isFile: false })),
    ...Object.entries(body?.properties ?? {})
      .filter(([name, schema]) => schema['x-shown'] ?? body?.required?.includes(name))
      .map(([name, { format, examples }]) => ({
        name,
        value: format === 'binary' ? fileOf(operation, name) : examples?.[0],
        place: 'body' as const,
        isFile: format === 'binary',
      })),
  ];
}
