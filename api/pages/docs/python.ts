import type { JsonSchema } from '../../http/json-schema.ts';
import type { Operation } from '../../openapi/operation.ts';
import { argumentName, methodName, pythonLiteral } from '../../openapi/python-names.ts';
import { type AnswerKind, answerKind } from './answer-kind.ts';
import { shownInputs } from './shown-inputs.ts';

const WIDTH = 64;

function result(answer: AnswerKind): string {
  switch (answer.kind) {
    case 'text':
      return '';
    case 'file':
      return 'file = ';
    case 'object':
      return 'answer = ';
    default:
      return `${answer.key === 'import' ? 'found' : methodName(answer.key)} = `;
  }
}

export function pythonOf(operation: Operation, body: JsonSchema | undefined): string {
  const given = shownInputs(operation, body).map(
    ({ name, value }) => `${argumentName(name)}=${pythonLiteral(value)}`,
  );
  const head = `${result(answerKind(operation))}client.${methodName(operation.operationId)}(`;
  const line = `${head}${given.join(', ')})`;
  if (line.length <= WIDTH || given.length === 0) return line;
  return `${head}\n${given.map((one) => `    ${one},\n`).join('')})`;
}
