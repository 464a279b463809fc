import type { JsonSchema } from '../../http/json-schema.ts';
import type { Operation } from '../../openapi/operation.ts';
import { type AnswerKind, answerKind } from './answer-kind.ts';
import { shownInputs } from './shown-inputs.ts';

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

function result(answer: AnswerKind): string {
  switch (answer.kind) {
    case 'text':
      return '';
    case 'file':
      return 'const file = ';
    case 'object':
      return `const { ${answer.keys.join(', ')} } = `;
    default:
      return `const ${answer.key === 'import' ? 'found' : camel(answer.key)} = `;
  }
}

export function typescriptOf(operation: Operation, body: JsonSchema | undefined): string {
  const inputs = shownInputs(operation, body);
  const given = inputs.map(
    ({ name, value, isFile }) =>
      `${keyText(name)}: ${isFile ? `new File([await openAsBlob(${literal(value)})], ${literal(value)})` : literal(value)}`,
  );
  const head = `${result(answerKind(operation))}await client.${operation.operationId}(`;
  const line = given.length === 0 ? `${head});` : `${head}{ ${given.join(', ')} });`;
  const call =
    line.length <= WIDTH || given.length === 0
      ? line
      : `${head}{\n${given.map((one) => `  ${one},\n`).join('')}});`;
  return inputs.some(({ isFile }) => isFile) ? `import { openAsBlob } from 'node:fs';\n\n${call}` : call;
}
