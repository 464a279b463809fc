import type { JsonSchema } from '../http/json-schema.ts';
import type { MediaType, OpenApiDocument, Operation, Parameter, Reference, Response } from './operation.ts';
import { failureBody } from './responses.ts';

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const FLAG = 'Flag';
const FAILURE = 'Failure';
const FIELD_ERRORS = 'FieldErrors';

const SHARED: Readonly<Record<string, JsonSchema>> = {
  [FLAG]: { type: 'boolean', description: 'The service also takes 1 for true and 0 for false.' },
  [FIELD_ERRORS]: {
    type: 'object',
    description: 'For each input, its texts.',
    additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
  },
  [FAILURE]: failureBody({ anyOf: [{ type: 'string' }, refTo(FIELD_ERRORS)] }),
};

/**
 * The document that `/openapi.json` shows. Generators of clients and their users know one type a schema, or one and null: flags and
 * failures have names here, and other types are alternatives. Our own clients are made of the exact document.
 */
export const publishedDocument = ({ paths, components, ...document }: OpenApiDocument): OpenApiDocument => ({
  ...document,
  paths: valuesBy(paths, (byMethod) => valuesBy(byMethod, ofOperation)),
  components: {
    ...components,
    schemas: { ...valuesBy(components.schemas, ofSchema), ...SHARED },
    responses: valuesBy(components.responses, ofResponse),
  },
});

const valuesBy = <From, To>(
  all: Readonly<Record<string, From>>,
  of: (one: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, of(one)]));

const ofOperation = ({ parameters, responses, ...operation }: Operation): Operation => ({
  ...operation,
  ...(parameters && { parameters: parameters.map(ofParameter) }),
  responses: valuesBy(responses, (one: Response | Reference) => ('$ref' in one ? one : ofResponse(one))),
});

const ofParameter = ({ schema, example, ...parameter }: Parameter): Parameter => ({
  ...parameter,
  schema: ofSchema(schema),
  ...(example !== undefined && { example: isFlag(schema) ? Boolean(example) : example }),
});

const ofResponse = ({ content, ...response }: Response): Response => ({
  ...response,
  ...(content && { content: valuesBy(content, ofMedia) }),
});

const ofMedia = ({ schema, ...media }: MediaType): MediaType => {
  const { errors, code } = schema.properties ?? {};
  return {
    ...media,
    schema:
      errors && code
        ? { allOf: [refTo(FAILURE), { type: 'object', properties: { errors: ofSchema(errors) } }] }
        : ofSchema(schema),
  };
};

const typesOf = ({ type = [] }: JsonSchema) => (typeof type === 'string' ? [type] : type);

const isFlag = (schema: JsonSchema): boolean =>
  typesOf(schema).includes('boolean') && typesOf(schema).includes('integer');

/** A schema of which every part has one type, or one and null. */
function ofSchema(given: JsonSchema): JsonSchema {
  const { items, properties, additionalProperties: values, anyOf, ...rest } = given;
  const schema: JsonSchema = {
    ...rest,
    ...(items && { items: ofSchema(items) }),
    ...(properties && { properties: valuesBy(properties, ofSchema) }),
    ...(values !== undefined && {
      additionalProperties: typeof values === 'boolean' ? values : ofSchema(values),
    }),
    ...(anyOf && { anyOf: anyOf.map((one) => (one.type === 'null' ? one : ofSchema(one))) }),
  };
  const types = typesOf(given);
  const isNullable = types.includes('null');
  if (isFlag(given)) {
    const { type: _, enum: __, examples, ...said } = schema;
    return {
      ...(isNullable ? { anyOf: [refTo(FLAG), { type: 'null' }] } : refTo(FLAG)),
      ...said,
      ...(examples && { examples: examples.map(Boolean) }),
    };
  }
  // Always null: generators want a type that can be.
  if (types.length === 1 && isNullable) return { ...schema, type: ['string', 'null'] };
  return types.length > (isNullable ? 2 : 1) ? alternatives(schema) : schema;
}

/** Each type with the words that are about it. */
function alternatives({
  type,
  format,
  pattern,
  minLength,
  maxLength,
  minimum,
  maximum,
  items,
  minItems,
  maxItems,
  properties,
  required,
  minProperties,
  additionalProperties,
  ...said
}: JsonSchema): JsonSchema {
  const ofNumbers = { minimum, maximum };
  const words: Partial<Record<string, JsonSchema>> = {
    string: { format, pattern, minLength, maxLength },
    integer: ofNumbers,
    number: ofNumbers,
    array: { items, minItems, maxItems },
    object: { properties, required, minProperties, additionalProperties },
  } as never;
  return {
    ...said,
    anyOf: typesOf({ type: type! }).map((one) => ({
      type: one,
      ...(Object.fromEntries(
        Object.entries(words[one] ?? {}).filter(([, value]) => value !== undefined),
      ) as JsonSchema),
    })),
  };
}
