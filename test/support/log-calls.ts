import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { sourcesOf } from '../../local/rooms/imports.ts';

/** A call that writes a log line, or that binds fields to a child logger. */
export interface LogCall {
  /** The file and the line. */
  readonly at: string;
  readonly level: string;
  /** Null for one that is not a text constant. A child logger has none. */
  readonly message: string | null;
  readonly fields: readonly string[];
  /** The source of what adds fields whose names the call does not show. */
  readonly unnamed: readonly string[];
}

const PROGRAMS = ['api', 'common', 'worker', 'inbound', 'local'];
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* nodesOf(value);
}

/** All log calls of the programs: methods of whatever is named `log`, `#log` or `….log`. */
export const logCalls = (): LogCall[] => PROGRAMS.flatMap(sourcesOf).flatMap(callsIn);

function callsIn(file: string): LogCall[] {
  const source = readFileSync(file, 'utf8');
  if (!/log\b/.test(source)) return [];
  const text = ({ start, end }: Node): string => source.slice(start, end);
  return [...nodesOf(parseAst(source, { lang: 'ts' }) as unknown as Node)].flatMap((node) => {
    const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : null;
    if (callee?.type !== 'MemberExpression' || !/(?:^|[.#])log$/.test(text(callee['object'] as Node)))
      return [];
    const property = text(callee['property'] as Node);
    const isLine = callee['computed'] === true || LEVELS.includes(property);
    if (!isLine && property !== 'child') return [];
    const given = [...(node['arguments'] as Node[])];
    const last = isLine ? given.pop() : undefined;
    const message = last?.type === 'Literal' && typeof last['value'] === 'string' ? last['value'] : null;
    const line = source.slice(0, node.start).split('\n').length;
    const { fields, unnamed } = fieldsOf(given, text);
    return [{ at: `${file}:${line}`, level: isLine ? property : 'child', message, fields, unnamed }];
  });
}

function fieldsOf(given: readonly Node[], text: (node: Node) => string): Pick<LogCall, 'fields' | 'unnamed'> {
  const properties = given.flatMap((node) =>
    node.type === 'ObjectExpression' ? (node['properties'] as Node[]) : [node],
  );
  const isNamed = (one: Node): boolean => one.type === 'Property' && one['computed'] !== true;
  return {
    fields: properties.filter(isNamed).map((one) => text(one['key'] as Node)),
    unnamed: properties.filter((one) => !isNamed(one)).map(text),
  };
}
