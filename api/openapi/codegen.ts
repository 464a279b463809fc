import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../http/json-schema.ts';
import type {
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  RequestBody,
  Response,
} from './operation.ts';

/** A schema of OpenAPI 3.0.3: one type, `nullable`, and no `const`. */
interface PlainSchema {
  readonly [key: string]: unknown;
}

const FAILURE = { $ref: '#/components/responses/Failure' };

/**
 * The document for generators of clients, of which many know OpenAPI 3.0 alone: the same operations, each with one media type, a name for
 * each answer, and one failure for all.
 */
export function createCodegenDocument({
  info,
  servers,
  security,
  tags,
  paths,
  components,
}: OpenApiDocument): object {
  const answers: Record<string, PlainSchema> = {};
  const operations = Object.entries(paths).map(([path, byMethod]) => [
    path,
    Object.fromEntries(
      Object.entries(byMethod).map(([method, operation]) => [method, plainOperation(operation, answers)]),
    ),
  ]);
  const { title, version, summary, license } = info;
  return {
    openapi: '3.0.3',
    info: {
      title,
      version,
      description: `${summary} For generators of clients; /openapi.json has each failure of each operation, and the other encodings of bodies.`,
      license,
    },
    servers,
    security,
    tags,
    paths: Object.fromEntries(operations),
    components: {
      schemas: withNamedEnums({
        ...Object.fromEntries(
          Object.entries(components.schemas).map(([name, schema]) => [name, plain(withoutFiles(schema))]),
        ),
        ...answers,
        Failure: FAILED,
      }),
      responses: {
        Failure: {
          description: 'A failure of any kind. The status says which.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
      securitySchemes: components.securitySchemes,
    },
  };
}

const TEXTS_BY_INPUT = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } };

const FAILED: PlainSchema = {
  type: 'object',
  required: ['status', 'errors', 'code'],
  properties: {
    status: { type: 'string', enum: ['failed'] },
    // Without a type, as generators disagree about alternatives.
    errors: { description: 'A text, or for inputs an object with an array of texts for each.' },
    code: { $ref: '#/components/schemas/FailureCode' },
    codes: { $ref: '#/components/schemas/InputCodes' },
    hints: { ...TEXTS_BY_INPUT, description: 'What would be right, by input.' },
  },
};

function plainOperation(
  { parameters = [], requestBody, responses, ...operation }: Operation,
  answers: Record<string, PlainSchema>,
): object {
  const { 'x-same-as': _, ...rest } = operation;
  return {
    ...rest,
    description: operation.description ?? `${operation.summary}.`,
    ...(parameters.length > 0 && { parameters: parameters.map(plainParameter) }),
    ...(requestBody && { requestBody: plainBody(requestBody) }),
    responses: { 200: plainSuccess(operation.operationId, responses['200']!, answers), default: FAILURE },
  };
}

const plainParameter = ({ schema, ...parameter }: Parameter): object => ({
  ...parameter,
  schema: plain(schema),
});

/** JSON, or multipart where a file is required. */
function plainBody({ required, content }: RequestBody): object {
  const type = 'application/json' in content ? 'application/json' : 'multipart/form-data';
  return { required, content: { [type]: { schema: content[type]!.schema } } };
}

function plainSuccess(
  operationId: string,
  response: Response | Reference,
  answers: Record<string, PlainSchema>,
): object {
  const { description, content = {} } = response as Response;
  const [[type, media]] = Object.entries(content) as [[string, MediaType]];
  // Not every generator knows the type of a ZIP file.
  if (type !== 'application/json') {
    const known = type.startsWith('text/') ? type : 'application/octet-stream';
    return { description, content: { [known]: { schema: { type: 'string', format: 'binary' } } } };
  }
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer`;
  answers[name] = plain(media.schema);
  return { description, content: { [type]: { schema: { $ref: `#/components/schemas/${name}` } } } };
}

const isFile = ({ format, items }: JsonSchema): boolean => format === 'binary' || items?.format === 'binary';

/** In JSON, a file is an object, or left out if it cannot be one. A required file stays, as its body is a form. */
function withoutFiles(schema: JsonSchema): JsonSchema {
  const { properties, required = [] } = schema;
  if (!properties) return schema;
  const kept = Object.entries(properties).flatMap(([name, one]): [string, JsonSchema][] => {
    if (!isFile(one) || required.includes(name)) return [[name, one]];
    if (!one.items?.properties) return [];
    const { format: _, ...items } = one.items;
    return [[name, { ...one, items: { ...items, type: 'object' } }]];
  });
  return { ...schema, properties: Object.fromEntries(kept) };
}

/** Some generators count the bytes or parts of a file as letters. */
function withoutBounds(file: JsonSchema): JsonSchema {
  const { minLength: _, maxLength: __, minItems: ___, maxItems: ____, ...kept } = file;
  return kept;
}

function plain(given: JsonSchema): PlainSchema {
  const schema = isFile(given) ? withoutBounds(given) : given;
  const {
    $ref,
    type,
    enum: words,
    const: only,
    anyOf,
    items,
    properties,
    additionalProperties,
    examples,
    ...rest
  } = schema;
  const { 'x-shown': _, contentMediaType: __, ...kept } = rest;
  if ($ref !== undefined) return { $ref };
  const types = (typeof type === 'string' ? [type] : [...(type ?? [])]).filter((one) => one !== 'null');
  const choices = anyOf?.filter((one) => one.type !== 'null') ?? [];
  const nullable =
    (Array.isArray(type) && type.includes('null')) ||
    type === 'null' ||
    (anyOf?.length ?? 0) > choices.length;
  if (choices.length > 0)
    return {
      ...kept,
      ...(choices.length === 1 ? { allOf: choices.map(plain) } : { anyOf: choices.map(plain) }),
      ...(nullable && { nullable }),
    };
  const listed = only === undefined ? words?.filter((word) => word !== null) : [only];
  const isFlag = types.includes('boolean') && types.includes('integer');
  // Always null: any type will do, and a text is one that each generator knows.
  const one = isFlag
    ? 'boolean'
    : (types[0] ?? (only === undefined && type !== 'null' ? undefined : typeOfValue(only)));
  return {
    ...(one !== undefined && { type: one }),
    ...(one === 'integer' && !listed && isLarge(kept) && { format: 'int64' }),
    ...kept,
    ...(nullable && { nullable }),
    ...(listed && !isFlag && { enum: listed }),
    ...(items && { items: plain(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plain(value)])),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : plain(additionalProperties),
    }),
    ...(examples && !isFlag && { example: examples[0] }),
  };
}

/** Whether a number may need more than 32 bits, as ids do. Generators for Go and Java take the shorter type otherwise. */
const isLarge = ({ maximum = Infinity }: { readonly maximum?: unknown }): boolean =>
  Number(maximum) >= 2 ** 31;

const typeOfValue = (value: unknown): string => {
  if (typeof value === 'number') return 'integer';
  return typeof value === 'boolean' ? 'boolean' : 'string';
};

/** The place of a schema in another one. Generators name enums after properties, lists of enums and named maps, and no others. */
type Place = 'root' | 'property' | 'entry' | 'value';
const BELOW: Readonly<Record<Place, Place>> = {
  root: 'entry',
  property: 'entry',
  entry: 'value',
  value: 'value',
};

/** Gives names to enums that generators cannot name, such as values of maps: a Java client has an `InnerEnum` for each, and two in one object do not compile. */
function withNamedEnums(schemas: Readonly<Record<string, PlainSchema>>): Record<string, PlainSchema> {
  const named: Record<string, PlainSchema> = {};
  const refer = (one: PlainSchema, owner: string, property: string): PlainSchema => {
    const short = `${pascal(property)}Value`;
    const isTaken = short in schemas || (named[short] && !isDeepStrictEqual(named[short], one));
    const name = isTaken ? `${owner}${short}` : short;
    named[name] = one;
    return { $ref: `#/components/schemas/${name}` };
  };
  const within = (one: PlainSchema, owner: string, property: string, place: Place): PlainSchema => {
    // Without null: entries of maps that are null are ignored, so a client need not send them.
    const { nullable: _, ...word } = one;
    if ('enum' in one && place === 'value') return refer(word, owner, property);
    const { properties = {}, items, additionalProperties: values } = one as Record<string, PlainSchema>;
    const fields = Object.entries(properties).map(([name, field]) => [
      name,
      within(field as PlainSchema, owner, name, 'property'),
    ]);
    return {
      ...one,
      ...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
      ...(items && { items: within(items, owner, property, BELOW[place]) }),
      ...(typeof values === 'object' && {
        additionalProperties: within(values, owner, property, place === 'root' ? 'property' : 'value'),
      }),
    };
  };
  const made = Object.entries(schemas).map(([name, one]) => [name, within(one, name, name, 'root')]);
  return { ...Object.fromEntries(made), ...named };
}

const pascal = (name: string): string =>
  name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
