import type { JsonSchema } from '../../http/json-schema.ts';
import type { Operation } from '../../openapi/operation.ts';

/** An input that example calls show, with the value that they show. */
export interface ShownInput {
  readonly name: string;
  readonly value: unknown;
  readonly place: 'query' | 'body';
  readonly isFile: boolean;
}

/** The name of the file that examples send. */
export const EXAMPLE_FILE = 'contacts.csv';

/** The required inputs of an operation, and those that its examples need. */
export function shownInputs({ parameters = [] }: Operation, body: JsonSchema | undefined): ShownInput[] {
  return [
    ...parameters
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name, example }) => ({ name, value: example, place: 'query' as const, isFile: false })),
    ...Object.entries(body?.properties ?? {})
      .filter(([name, schema]) => schema['x-shown'] ?? body?.required?.includes(name))
      .map(([name, { format, examples }]) => ({
        name,
        value: examples?.[0],
        place: 'body' as const,
        isFile: format === 'binary',
      })),
  ];
}
