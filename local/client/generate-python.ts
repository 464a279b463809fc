import { readFileSync } from 'node:fs';
import { type ContractRow, contract } from '../../api/contract.ts';
import {
  argumentName,
  pythonLiteral as literal,
  methodName as snake,
} from '../../api/openapi/python-names.ts';
import {
  type ClientMethod,
  callsOf,
  changesOf,
  documentOfApi,
  endpointOf,
  isList,
  recordBeside,
  recordsOf,
} from './calls.ts';
import { PythonTypes, wrapped } from './python-types.ts';

const HEAD =
  '"""Made of the OpenAPI document by `npm run client`. Do not edit."""\n\nfrom __future__ import annotations\n\n';

const TYPING = [
  'Any',
  'Dict',
  'Iterator',
  'List',
  'Literal',
  'Mapping',
  'Optional',
  'Sequence',
  'TypedDict',
  'Union',
];

function typingFor(text: string): string {
  const used = TYPING.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `from typing import ${used.join(', ')}\n`;
}

function returned({ name, output }: ClientMethod, types: PythonTypes): string {
  const row: ContractRow = contract[name];
  const { done, extras } = row;
  const message = output?.properties?.['message'];
  if ('raw' in done && done.raw !== 'application/json') return 'Download';
  const own = name.charAt(0).toUpperCase() + name.slice(1);
  if (extras) {
    const record = recordBeside(row);
    const names = record === null ? extras : [record, ...extras];
    const all = { ...output!.properties, ...(record !== null && message!.properties) };
    const answer = `${record === null ? names.map((key) => key.charAt(0).toUpperCase() + key.slice(1)).join('') : own}Answer`;
    const properties = Object.fromEntries(names.map((key) => [key, all[key]!]));
    types.add(answer, { type: 'object', properties });
    return `records.${answer}`;
  }
  if ('raw' in done) return types.hint(message!, `${own}Answer`);
  if ('text' in done || 'errorsText' in done) return 'str';
  return types.hint(message!.properties!['key' in done ? done.key : done.list]!, `${own}Answer`);
}

interface Argument {
  readonly key: string;
  readonly hint: string;
  readonly required: boolean;
  readonly about: string | undefined;
}

function argumentsOf({ name, inputs }: ClientMethod, types: PythonTypes): Argument[] {
  const { properties = {}, required = [] } = inputs;
  return Object.entries(properties)
    .map(([key, schema]) => ({
      key,
      hint: types.hint(schema, `${name}${key}`, true),
      required: required.includes(key),
      about: schema.description,
    }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

const QUOTES = '"""';

function docstring({ method, path, operation }: ClientMethod, given: readonly Argument[]): string {
  const indent = ' '.repeat(8);
  const told = given
    .filter(({ about }) => about)
    .map(({ key, about }) => wrapped(`${argumentName(key)}: ${about}`, indent));
  const about = (operation.description?.split('\n\n') ?? []).map(
    (paragraph) => `\n${wrapped(paragraph, indent)}`,
  );
  const head = `${indent}${QUOTES}${operation.summary}. \`${method} ${path}\``;
  if (told.length + about.length === 0) return `${head}${QUOTES}\n`;
  return `${head}\n${about.join('')}${told.length > 0 ? `\n${told.join('')}` : ''}${indent}${QUOTES}\n`.replaceAll(
    '\\',
    '\\\\',
  );
}

/** A method; a list has one for all of it or a page, and one that walks all pages. */
function methodText(call: ClientMethod, types: PythonTypes): string {
  const name = snake(call.name);
  const given = argumentsOf(call, types);
  const hint = returned(call, types);
  const options = [
    ...(changesOf(call) ? ['idempotency_key: Optional[str] = None'] : []),
    'timeout: Optional[float] = None',
  ];
  const definition = (suffix: string, type: string) => {
    const lines = [
      ...given.map(
        ({ key, hint: of, required }) => `${argumentName(key)}: ${of}${required ? '' : ' = UNSET'}`,
      ),
      ...options,
    ];
    return `    def ${name}${suffix}(\n        self,\n        *,\n${lines.map((line) => `        ${line},\n`).join('')}    ) -> ${type}:\n`;
  };
  const pairs = given.map(({ key }) => `${literal(key)}: ${argumentName(key)},\n`);
  const inputs =
    pairs.length === 0 ? '{}' : `{\n${pairs.map((pair) => `            ${pair}`).join('')}        }`;
  const endpoint = name.toUpperCase();
  const key = changesOf(call) ? 'idempotency_key' : 'None';
  const body = `        inputs: Dict[str, Any] = ${inputs}\n`;
  const all = `${definition('', hint)}${docstring(call, given)}${body}        answer: ${hint} = self._call(${literal(name)}, ${endpoint}, inputs, ${key}, timeout)\n        return answer\n`;
  if (!isList(call.name)) return all;
  const item = hint.replace(/^List\[(.*)\]$/, '$1');
  return `${all}
${definition('_each', `Iterator[${item}]`)}        ${QUOTES}The items of \`${name}\`, by pages of \`limit\` (1000) items that are read as they are needed.${QUOTES}
${body}        return self._each(${literal(`${name}_each`)}, ${endpoint}, inputs, timeout)\n`;
}

const tuple = (names: readonly string[]): string =>
  names.length === 1 ? `(${literal(names[0])},)` : `(${names.map(literal).join(', ')})`;

function endpointText(call: ClientMethod): string {
  const { method, path, answer, query, file, files } = endpointOf(call);
  const [kind, keys]: [string, readonly string[]] =
    typeof answer === 'string'
      ? [answer, []]
      : 'extras' in answer
        ? ['extras', answer.extras]
        : 'key' in answer
          ? ['key', [answer.key]]
          : ['list', [answer.list]];
  const given = [
    literal(method),
    literal(path),
    literal(kind),
    ...(keys.length > 0 ? [tuple(keys)] : []),
    ...(query ? [`query=${tuple(query)}`] : []),
    ...(file ? [`file=${literal(file)}`] : []),
    ...(files ? [`files=${literal(files)}`] : []),
    ...(typeof answer === 'object' && 'extras' in answer && answer.key !== undefined
      ? [`record=${literal(answer.key)}`]
      : []),
    ...(changesOf(call) ? ['changes=True'] : []),
  ];
  return `${snake(call.name).toUpperCase()} = Endpoint(${given.join(', ')})\n`;
}

/** The version of the package, which is written in one place. */
const versionOf = (): string =>
  /^version = "(.*)"$/m.exec(
    readFileSync(new URL('../../client/python/pyproject.toml', import.meta.url), 'utf8'),
  )![1]!;

export function generatePython(): Readonly<Record<string, string>> {
  const document = documentOfApi();
  const calls = callsOf(document);
  const types = new PythonTypes();
  for (const [name, schema] of recordsOf(document)) types.add(name, schema);
  const used = new PythonTypes('records.');
  const methods = calls.map((call) => methodText(call, used)).join('\n');
  for (const { name, schema } of used.classes.values()) types.add(name, schema);
  const classes = types.text();
  return {
    '__init__.py': `${HEAD.trimEnd()}\n`,
    'version.py': `${HEAD.trimEnd()}\n\nVERSION = "${versionOf()}"\n`,
    'records.py': `${HEAD}${typingFor(classes)}\n\n${classes}`,
    'endpoints.py': `${HEAD}from ..endpoint import Endpoint\n\n${calls.map(endpointText).join('')}`,
    'calls.py': `${HEAD}${typingFor(methods)}
from ..downloads import Download
from ..transport import UNSET, Transport
from ..uploads import Upload
from . import records
from .endpoints import (
${calls.map(({ name }) => `    ${snake(name).toUpperCase()},\n`).join('')})


class Calls(Transport):
    ${QUOTES}Every endpoint of the API.${QUOTES}

${methods}`,
  };
}
