import type { JsonSchema } from '../../api/http/json-schema.ts';

export const commented = (text: string | undefined): string =>
  text
    ? `/**\n${text
        .split('\n')
        .map((line) => ` * ${line}`.trimEnd())
        .join('\n')}\n */\n`
    : '';

const NAMES: Readonly<Record<string, string>> = { integer: 'number', string: 'string', null: 'null' };

export function typeText(schema: JsonSchema): string {
  const { $ref, type, enum: words, const: only, anyOf, items, format } = schema;
  if ($ref) return $ref.split('/').at(-1)!;
  if (only !== undefined) return JSON.stringify(only);
  if (words) return words.map((word) => JSON.stringify(word)).join(' | ');
  if (anyOf) return anyOf.map(typeText).join(' | ');
  if (format === 'binary') return 'File';
  const types = typeof type === 'string' ? [type] : (type ?? ['unknown']);
  return types
    .map((one) => {
      if (one === 'array') return items ? arrayText(typeText(items)) : 'unknown[]';
      return one === 'object' ? objectText(schema) : (NAMES[one] ?? one);
    })
    .join(' | ');
}

const arrayText = (item: string): string => (/^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`);

function objectText(schema: JsonSchema): string {
  const { properties, additionalProperties } = schema;
  if (properties) return fieldsText(schema, { input: false });
  return `Record<string, ${typeof additionalProperties === 'object' ? typeText(additionalProperties) : 'unknown'}>`;
}

/** The fields of an object type, in braces. Fields of inputs may be read-only, and optional ones may be undefined. */
export function fieldsText(
  { properties = {}, required = [] }: JsonSchema,
  { input }: { input: boolean },
): string {
  const fields = Object.entries(properties).map(([key, schema]) => {
    const type = input ? readOnly(typeText(schema)) : typeText(schema);
    const isRequired = required.includes(key);
    const optional = isRequired ? '' : '?';
    return `${commented(schema.description)}${input ? 'readonly ' : ''}${key}${optional}: ${type}${isRequired ? '' : ' | undefined'};\n`;
  });
  return `{\n${fields.join('')}}`;
}

const readOnly = (type: string): string =>
  type
    .replaceAll(/(\w+|\([^)]*\))\[\]/g, 'readonly $1[]')
    .replaceAll(/\bRecord<(.*)>/g, 'Readonly<Record<$1>>');
