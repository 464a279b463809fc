import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import type { Config } from '../../common/config.ts';
import type { Row } from '../contract.ts';
import { Failure, malformed, tooLarge, unreadableType } from './failures.ts';
import { fold } from './fold.ts';
import { readForm } from './form.ts';
import { readJson } from './json.ts';
import { boundBody, boundedMultipart, readPart } from './multipart.ts';
import { createUploadFolder } from './upload-folder.ts';

/** A file of a multipart request, on disk until the request ends. */
export interface UploadedFile {
  readonly path: string;
  /** As the client calls it: for people, never for a path. */
  readonly name: string;
  readonly bytes: number;
}

export interface Body {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** Removes the request's files. */
  discard(): Promise<void>;
}

export interface BodyReader {
  /** Reads a request's body, in any of the three encodings, as a row of the contract expects it. */
  read(ctx: Context, row: Pick<Row, 'upload' | 'objects'>): Promise<Body>;
  close(): Promise<void>;
}

/** Ours is checked on the folded list and stands below the parsers', which would cut or answer text (house, edges). */
const PARSER_ITEMS = 12_000;
/** As `PARSER_ITEMS`, with room for names and numbers of a body that has several lists. */
const JSON_VALUES = 50_000;

/** Reads bodies. Uploads pass through a folder of this process's own. */
export async function createBodyReader(limits: Config['limits']): Promise<BodyReader> {
  const uploads = await createUploadFolder(tmpdir());
  const parseFields = parser(limits, undefined, uploads);

  return {
    async read(ctx, { upload, objects }) {
      if (!hasBody(ctx)) return { inputs: {}, files: new Map(), discard: async () => {} };
      if (!ctx.is('json', 'urlencoded', 'multipart')) throw unreadableType();
      const limit = upload ? limits.csv + limits.body : limits.body;
      if ((ctx.request.length ?? 0) > limit) throw tooLarge();
      if (ctx.is('multipart') && ctx.request.length === undefined) boundBody(ctx.req, limit);
      // A folder a request: formidable leaves files behind where something breaks off, opened or closed.
      const folder = upload === undefined ? undefined : join(uploads, randomUUID());
      const discard = async (): Promise<void> => {
        if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      };
      try {
        if (folder) await mkdir(folder);
        await (folder ? parser(limits, upload, folder) : parseFields)(ctx, async () => {});
        const given: unknown = ctx.request.body ?? {};
        const body = typeof given === 'string' ? readText(ctx, given) : given;
        if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed();
        return { inputs: fold(body as Record<string, unknown>, objects), files: filesOf(ctx), discard };
      } catch (error) {
        await discard();
        throw bodyFailure(error);
      }
    },
    close: () => rm(uploads, { recursive: true, force: true }),
  };
}

/** What stands in a text has a bound before it is parsed. */
const readText = (ctx: Context, text: string): unknown =>
  ctx.is('urlencoded') ? readForm(text, PARSER_ITEMS) : readJson(text, JSON_VALUES);

const parser = (limits: Config['limits'], upload: string | undefined, uploadDir: string) =>
  koaBody({
    multipart: true,
    parsedMethods: [HttpMethodEnum.POST],
    // Read as they came, for `readForm` and `readJson`.
    urlencoded: false,
    json: false,
    textTypes: ['urlencoded', 'json'],
    textLimit: limits.body,
    formidable: {
      uploadDir,
      maxFiles: 1,
      maxFileSize: limits.csv,
      maxTotalFileSize: limits.csv,
      maxFields: PARSER_ITEMS,
      maxFieldsSize: limits.body,
      allowEmptyFiles: true,
      minFileSize: 0,
      onPart: readPart(upload),
      enabledPlugins: [boundedMultipart],
    },
  });

/** A body of no bytes is none, whatever its type says. */
export function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;
}

function filesOf(ctx: Context): Map<string, UploadedFile> {
  const files = new Map<string, UploadedFile>();
  for (const [name, given] of Object.entries(ctx.request.files ?? {})) {
    const file = Array.isArray(given) ? given[0] : given;
    if (file) files.set(name, { path: file.filepath, name: file.originalFilename ?? '', bytes: file.size });
  }
  return files;
}

/** What the parsers say, in our words. What is neither their finding nor ours is a fault and goes on as it is. */
function bodyFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure || 'syscall' in error) return error;
  const { status, statusCode, httpCode } = error as {
    status?: number;
    statusCode?: number;
    httpCode?: number;
  };
  switch (status ?? statusCode ?? httpCode) {
    case 413:
      return tooLarge();
    case 415:
      return unreadableType();
    default:
      return malformed();
  }
}
