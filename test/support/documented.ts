import type { OpenApiDocument, Response } from '../../api/openapi/operation.ts';
import { cached } from '../../common/cache/cached.ts';
import { readConfig } from '../../common/config.ts';
import { findings } from './json-schema.ts';
import { keptJson } from './kept-json.ts';

/** The API's document. The shapes of answers depend on no setting. */
const document = cached(() =>
  keptJson<OpenApiDocument>('node_modules/.cache/openapi', SOURCES, async () => {
    const { createDocument } = await import('../../api/openapi/document.ts');
    const { behaviours } = await import('../../api/resources/all.ts');
    return createDocument(behaviours, { publicUrl: 'http://localhost', limits: LIMITS });
  }),
);

export const openApiDocument = (): Promise<OpenApiDocument> => document();

const SOURCES = ['api', 'common', 'shared', 'test/support/documented.ts', 'package-lock.json'];

const SETTINGS = {
  MONGODB_URL: 'mongodb://localhost/none',
  REDIS_URL: 'redis://localhost',
  SMTP_URL: 'smtp://localhost',
  APP_SECRET: 'a secret of thirty-two characters or more',
};

/** The limits without any configuration. */
export const { limits: LIMITS } = readConfig(SETTINGS);

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Throws when an answer of the API does not match its OpenAPI document. So every test of an endpoint tests the document as well.
 * Methods and paths that the document lacks are left to the router.
 */
export async function checkAnswer(
  method: string,
  path: string,
  { status, headers, body }: Answered,
): Promise<void> {
  const name = path.split('?', 1)[0]!.replace(/^\/api/, '');
  if (!path.startsWith('/api/')) return;
  const { paths, components } = await document();
  const operation = paths[name]?.[method.toLowerCase()];
  if (!operation) return;
  const { schemas, responses } = components;
  const given = operation.responses[status];
  const response = given && '$ref' in given ? responses[given.$ref.split('/').at(-1)!] : given;
  if (!response) throw new Error(`${method} ${name} answered ${status}, of which its document says nothing`);
  const { content = {} } = response;
  const type = headers.get('content-type')?.split(';', 1)[0] ?? '';
  const media = content[type];
  const found = [
    ...missingHeaders(response, headers),
    ...(media ? findings(body, media.schema, schemas) : []),
    ...(!media && Object.keys(content).length > 0 ? [`a body of type ${type}`] : []),
  ];
  if (found.length > 0) throw new Error(`${method} ${name} answered ${status}:\n${found.join('\n')}`);
}

const missingHeaders = ({ headers: expected = {} }: Response, headers: Headers): string[] =>
  Object.keys(expected)
    .filter((name) => !headers.has(name))
    .map((name) => `no ${name}`);
