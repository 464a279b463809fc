import type { JsonSchema } from '../../api/http/json-schema.ts';
import { isKeyword, pythonLiteral as literal } from '../../api/openapi/python-names.ts';
import { pascal } from './calls.ts';

const NAMES: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  string: 'str',
  boolean: 'bool',
  null: 'None',
};

/** A named schema: a class for an object with known fields, otherwise another name of a type. */
interface Class {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** The types of a module. Objects within objects become classes named after both. */
export class PythonTypes {
  readonly classes = new Map<string, Class>();

  readonly #prefix: string;

  constructor(prefix = '') {
    this.#prefix = prefix;
  }

  /** The type hint for a schema; `name` is the name for an object in it. An input may be any sequence or mapping. */
  hint(schema: JsonSchema, name: string, isInput = false): string {
    const { $ref, type, enum: words, const: only, anyOf, format } = schema;
    if ($ref) return this.#prefix + $ref.split('/').at(-1)!;
    if (only !== undefined) return only === null ? 'None' : `Literal[${literal(only)}]`;
    // Python treats 0 and False as equal.
    if (words && typeof type !== 'string' && type?.includes('boolean'))
      return optional(['bool', 'int'], words);
    if (words)
      return optional(
        [
          `Literal[${words
            .filter((word) => word !== null)
            .map(literal)
            .join(', ')}]`,
        ],
        words,
      );
    if (anyOf) return union(anyOf.map((one) => this.hint(one, name, isInput)));
    if (format === 'binary') return 'Upload';
    const types = typeof type === 'string' ? [type] : (type ?? []);
    if (types.length === 0) return 'Any';
    return union(
      types.map((one) => {
        if (one === 'array') {
          const items = schema.items ? this.hint(schema.items, name.replace(/s$/, ''), isInput) : 'Any';
          return `${isInput ? 'Sequence' : 'List'}[${items}]`;
        }
        return one === 'object' ? this.#object(schema, name, isInput) : (NAMES[one] ?? 'Any');
      }),
    );
  }

  #object(schema: JsonSchema, name: string, isInput: boolean): string {
    if (schema.properties) {
      this.add(name, schema);
      return this.#prefix + name;
    }
    const { additionalProperties: inner } = schema;
    const values = typeof inner === 'object' ? this.hint(inner, name, isInput) : 'Any';
    return `${isInput ? 'Mapping' : 'Dict'}[str, ${values}]`;
  }

  add(name: string, schema: JsonSchema): void {
    if (!this.classes.has(name)) this.classes.set(name, { name, schema });
  }

  text(): string {
    const made: string[] = [];
    for (const one of this.classes.values()) made.push(this.#classText(one));
    return made.join('\n\n');
  }

  #classText({ name, schema }: Class): string {
    if (!schema.properties) return `${comment(schema.description, 0)}${name} = ${this.hint(schema, name)}\n`;
    const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => ({
      key,
      hint: this.hint(field, name + camel(key)),
      about: field.description,
    }));
    // A key that is a keyword cannot be in the body of a class.
    if (fields.some(({ key }) => isKeyword(key))) {
      const lines = fields.map(
        ({ key, hint, about }) => `${comment(about)}        ${literal(key)}: ${literal(hint)},\n`,
      );
      return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${lines.join('')}    },\n)\n`;
    }
    const lines = fields.map(({ key, hint, about }) => `${comment(about, 4)}    ${key}: ${hint}\n`);
    return `class ${name}(TypedDict):\n${lines.join('')}`;
  }
}

const camel = (key: string): string => key.split('_').map(pascal).join('');

const union = (hints: readonly string[]): string => {
  const others = [...new Set(hints.filter((hint) => hint !== 'None'))];
  const both = others.length === 1 ? others[0]! : `Union[${others.join(', ')}]`;
  if (others.length === 0) return 'None';
  return others.length < new Set(hints).size ? `Optional[${both}]` : both;
};

const optional = (hints: readonly string[], words: readonly unknown[]): string =>
  union(words.includes(null) ? [...hints, 'None'] : hints);

const WIDTH = 118;

export function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && indent.length + line.length + word.length < WIDTH)
      lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${indent}${line}\n`).join('');
}

const comment = (about: string | undefined, indent = 8): string =>
  about ? wrapped(about, `${' '.repeat(indent)}#: `) : '';
