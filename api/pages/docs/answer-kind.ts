import type { JsonSchema } from '../../http/json-schema.ts';
import type { Operation, Response } from '../../openapi/operation.ts';

export type AnswerKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'file' }
  | { readonly kind: 'object'; readonly keys: readonly string[] }
  /** The value of one key in `message`. */
  | { readonly kind: 'value'; readonly key: string };

export function besideMessage({ properties = {} }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { status: _, message: __, errors: ___, next_after_id: ____, ...beside } = properties;
  return beside;
}

export function answerKind({ responses }: Operation): AnswerKind {
  const { content = {} } = responses['200'] as Response;
  const schema = content['application/json']?.schema;
  if (!schema) return { kind: 'file' };
  const beside = Object.keys(besideMessage(schema));
  if (beside.length > 0) return { kind: 'object', keys: beside };
  const keys = Object.keys(schema.properties?.['message']?.properties ?? {});
  if (keys.length === 0) return { kind: 'text' };
  return keys.length === 1 ? { kind: 'value', key: keys[0]! } : { kind: 'object', keys };
}
