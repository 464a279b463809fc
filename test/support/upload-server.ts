import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import Koa from 'koa';
import { createBodyReader } from '../../api/http/body.ts';
import { createBodyShares } from '../../api/http/body-shares.ts';
import { answerFailures } from '../../api/http/errors.ts';
import { createHttpServer } from '../../api/http/server.ts';
import { listen, stopListening } from '../../common/config/listen.ts';
import { readConfig } from '../../common/config.ts';
import { createLogger } from '../../common/log.ts';
import { withoutCodes } from './answers.ts';

const MEGABYTE = 2 ** 20;

export const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const TOO_LARGE = { status: 413, body: { status: 'failed', errors: 'Payload Too Large' } };

export interface UploadAnswer {
  readonly status: number;
  readonly body: { readonly inputs?: unknown; readonly file?: unknown; readonly errors?: unknown };
}

/** A server that reads bodies of at most 1 MiB, with an upload of at most 8 MiB, and answers what it read. */
export interface UploadServer {
  readonly url: string;
  send(init: RequestInit): Promise<UploadAnswer>;
  stop(): Promise<void>;
}

export async function startUploadServer(): Promise<UploadServer> {
  const config = readConfig({
    MONGODB_URL: 'mongodb://127.0.0.1:9/none',
    REDIS_URL: 'redis://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    APP_SECRET: 'a secret of thirty-two characters or more',
    LIMIT_CSV_BYTES: String(8 * MEGABYTE),
    LIMIT_BODY_BYTES: String(MEGABYTE),
  });
  const bodies = await createBodyReader(config.limits);
  const sharing = { shares: createBodyShares(config.limits.bodies), key: 1 };
  const app = new Koa();
  app.use(answerFailures(createLogger('api', 'silent')));
  app.use(async (ctx) => {
    const body = await bodies.read(ctx, { upload: 'file', body: 'list' }, sharing);
    const file = body.files.get('file')?.[0];
    const sum = file && sha(await readFile(file.path));
    await body.discard();
    ctx.body = { inputs: body.inputs, file: file ? { name: file.name, bytes: file.bytes, sum } : null };
  });
  const answer = app.callback();
  const server = createHttpServer((request, response) => void answer(request, response));
  const url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
  return {
    url,
    async send(init) {
      const response = await fetch(url, { method: 'POST', ...init });
      return { status: response.status, body: withoutCodes((await response.json()) as UploadAnswer['body']) };
    },
    async stop() {
      await stopListening(server, 1000);
      await bodies.close();
    },
  };
}
