import type { Config } from '../../common/config.ts';
import { contract, type EndpointName, type Row } from '../contract.ts';
import type { Behaviours } from '../http/endpoint.ts';
import { documented, entryOf } from './entries/all.ts';
import { introduction } from './introduction.ts';
import type { JsonSchema } from './json-schema.ts';
import { bodyOf, parametersOf, placedInputs } from './requests.ts';
import { responsesOf, sharedHeaders, sharedResponses } from './responses.ts';

/** What the API and its client call their edition. */
export const API_VERSION = '1.0.0';

type Settings = Pick<Config, 'publicUrl' | 'limits'>;

const isString = (value: unknown): value is string => typeof value === 'string';

/** Every operation of a row; what a row does under two methods is one thing with two names. */
function operationsOf(name: EndpointName, behaviours: Behaviours, { limits }: Settings, records: Records) {
  const row: Row = contract[name];
  const entry = entryOf(name);
  return row.methods.map((method, at) => {
    const inputs = placedInputs(row, method, behaviours[name], limits);
    const parameters = parametersOf(inputs);
    if ('raw' in row.done && row.done.raw === 'application/json') parameters.push(IF_NONE_MATCH);
    const requestBody = bodyOf(inputs, row);
    const operation = {
      operationId: at === 0 ? name : `${name}By${method}`,
      ...(at > 0 && { 'x-same-as': name }),
      tags: [entry.tag.name],
      summary: entry.summary,
      ...(entry.about && { description: entry.about }),
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      responses: responsesOf(name, inputs, records),
    };
    return [method.toLowerCase(), operation] as const;
  });
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that is there already.',
  schema: { type: 'string' } as const,
};

type Records = Readonly<Record<string, JsonSchema>>;

/** Every record that an output refers to, by name. */
function recordsOf(): Records {
  const outputs = documented.map((name) => entryOf(name).output?.records ?? {});
  const records: Record<string, JsonSchema> = Object.assign({}, ...outputs);
  return Object.fromEntries(Object.entries(records).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The OpenAPI 3.1 document: the contract table, the Joi schemas and the shapes of outputs, put together. A row that has
 * no entry does not compile; one with an input that says not what it is throws.
 */
export function createDocument(behaviours: Behaviours, settings: Settings) {
  const records = recordsOf();
  const chapters = introduction(settings.limits);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mailing Service API',
      version: API_VERSION,
      summary: 'Contacts, segments, single sends and automations by e-mail.',
      description: chapters
        .map(({ title, paragraphs, code }) =>
          [`## ${title}`, ...paragraphs, code && `\`\`\`json\n${code}\n\`\`\``].filter(isString).join('\n\n'),
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
      documented.map((name) => [
        contract[name].path,
        Object.fromEntries(operationsOf(name, behaviours, settings, records)),
      ]),
    ),
    components: {
      schemas: records,
      responses: sharedResponses,
      headers: sharedHeaders,
      securitySchemes: {
        PublicKey: { type: 'apiKey', in: 'header', name: 'PublicKey', description: 'Finds the account.' },
        SecretKey: {
          type: 'apiKey',
          in: 'header',
          name: 'SecretKey',
          description: 'Shown once, when it is made.',
        },
      },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof createDocument>;
