import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../../common/config.ts';
import { grouped } from '../../common/domain/grouped.ts';
import { type ContractRow, changesSomething, contract, type EndpointName, scopeOf } from '../contract.ts';
import type { Behaviours } from '../http/endpoint.ts';
import { KEY_HEADER, KEY_MAX, KEY_PATTERN } from '../http/idempotency.ts';
import type { JsonSchema, SchemaRecords } from '../http/json-schema.ts';
import { documented, entryOf } from './entries/all.ts';
import { introduction, type Status } from './introduction.ts';
import type { OpenApiDocument, Operation, Parameter } from './operation.ts';
import { bodyOf, bodySchema, parametersOf, placedInputs } from './requests.ts';
import { failureSchemas, responsesOf, sharedHeaders, sharedResponses } from './responses.ts';

/** The version of the API and its client. */
const API_VERSION = '1.0.0';

type DocumentSettings = Pick<Config, 'publicUrl' | 'limits'>;

const statusTable = (statuses: readonly Status[]): string =>
  [
    '| Status | What it means | What to do |\n|---|---|---|',
    ...statuses.map(({ status, meaning, remedy }) => `| ${status} | ${meaning} | ${remedy} |`),
  ].join('\n');

const isString = (value: unknown): value is string => typeof value === 'string';

/** A row with two methods is one operation with two names. */
function operationsOf(
  name: EndpointName,
  behaviours: Behaviours,
  { limits }: DocumentSettings,
  records: SchemaRecords,
) {
  const row: ContractRow = contract[name];
  const entry = entryOf(name);
  return row.methods.map((method, at) => {
    const inputs = placedInputs(name, method, behaviours[name], limits);
    const cached = 'raw' in row.done && row.done.raw === 'application/json';
    const keyed = changesSomething(row, method);
    const parameters = [
      ...parametersOf(inputs),
      ...(cached ? [IF_NONE_MATCH] : []),
      ...(keyed ? [IDEMPOTENCY_KEY] : []),
    ];
    const body = inputs.body.length > 0 ? nameOfBody(name) : null;
    const operation: Operation = {
      operationId: at === 0 ? name : `${name}By${method}`,
      ...(at > 0 && { 'x-same-as': name }),
      'x-scope': scopeOf(row, method),
      tags: [entry.tag.name],
      summary: entry.summary,
      ...(entry.about && { description: entry.about }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: bodyOf(inputs, row, `#/components/schemas/${body}`) }),
      responses: responsesOf(name, method, inputs, records, keyed, limits),
    };
    return [method.toLowerCase(), operation] as const;
  });
}

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that the client already has.',
  schema: { type: 'string' },
};

const IDEMPOTENCY_KEY: Parameter = {
  name: KEY_HEADER,
  in: 'header',
  required: false,
  description: 'Makes it safe to repeat the call; see “Sending a call again”.',
  schema: { type: 'string', minLength: 1, maxLength: KEY_MAX, pattern: KEY_PATTERN },
};

const nameOfBody = (name: EndpointName): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;

/** The body of a call by POST, by its name; empty: it has none. */
function bodiesOf(name: EndpointName, behaviours: Behaviours, { limits }: DocumentSettings): SchemaRecords {
  if (!(contract[name].methods as readonly string[]).includes('POST')) return {};
  const inputs = placedInputs(name, 'POST', behaviours[name], limits);
  return inputs.body.length > 0 ? { [nameOfBody(name)]: bodySchema(inputs) } : {};
}

/** The parts of the document that describe an endpoint. */
const partOf = (
  name: EndpointName,
  behaviours: Behaviours,
  settings: DocumentSettings,
  records: SchemaRecords,
) => ({
  operations: operationsOf(name, behaviours, settings, records),
  bodies: bodiesOf(name, behaviours, settings),
});
type Parts = ReadonlyMap<EndpointName, ReturnType<typeof partOf>>;

function recordsOf(): SchemaRecords {
  const outputs = documented.map((name) => entryOf(name).output?.records ?? {});
  const records: Record<string, JsonSchema> = Object.assign({}, ...outputs);
  return Object.fromEntries(Object.entries(records).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As {@link createDocument}, endpoint by endpoint: the event loop is free between two of them. */
export async function createDocumentInSteps(
  behaviours: Behaviours,
  settings: DocumentSettings,
): Promise<OpenApiDocument> {
  const records = recordsOf();
  const parts = new Map<EndpointName, ReturnType<typeof partOf>>();
  for (const name of documented) {
    parts.set(name, partOf(name, behaviours, settings, records));
    await nextTurn();
  }
  return documentOf(settings, records, parts);
}

/**
 * Makes the OpenAPI 3.1 document from the contract table, the Joi schemas and the shapes of outputs. A row without an entry
 * does not compile. An input without a schema throws.
 */
export function createDocument(behaviours: Behaviours, settings: DocumentSettings): OpenApiDocument {
  const records = recordsOf();
  const parts = documented.map((name) => [name, partOf(name, behaviours, settings, records)] as const);
  return documentOf(settings, records, new Map(parts));
}

function documentOf(settings: DocumentSettings, records: SchemaRecords, parts: Parts): OpenApiDocument {
  const chapters = introduction(settings.limits);
  const bodies = Object.assign({}, ...[...parts.values()].map((part) => part.bodies)) as SchemaRecords;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mailing Service API',
      version: API_VERSION,
      summary: 'Contacts, segments, single sends and automations by e-mail.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      description: chapters
        .map(({ title, paragraphs, code, statuses }) =>
          [
            `## ${title}`,
            ...paragraphs,
            statuses && statusTable(statuses),
            code && `\`\`\`json\n${code}\n\`\`\``,
          ]
            .filter(isString)
            .join('\n\n'),
        )
        .join('\n\n'),
    },
    servers: [{ url: `${settings.publicUrl}/api` }],
    security: [{ PublicKey: [], SecretKey: [] }],
    tags: [...new Set(documented.map((name) => entryOf(name).tag))].map(({ name, about }) => ({
      name,
      description: about,
    })),
    paths: Object.fromEntries(
      // Two rows may have one path, with other methods.
      [...grouped(documented, (name) => contract[name].path)].map(([path, names]) => [
        path,
        Object.fromEntries(names.flatMap((name) => parts.get(name)!.operations)),
      ]),
    ),
    components: {
      schemas: { ...records, ...failureSchemas, ...bodies },
      responses: sharedResponses,
      headers: sharedHeaders,
      securitySchemes: {
        PublicKey: {
          type: 'apiKey',
          in: 'header',
          name: 'PublicKey',
          description: 'Identifies the account.',
        },
        SecretKey: {
          type: 'apiKey',
          in: 'header',
          name: 'SecretKey',
          description: 'Shown once, when the pair is created.',
        },
      },
    },
  };
}
