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

/** An uploaded file of a multipart request. It is on disk until the request ends. */
export interface UploadedFile {
  readonly path: string;
  /** The client's name for the file. It is shown to people and never used as a path. */
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
  /** Reads the body of a request, in any of the three encodings, as the row of the contract expects it. */
  read(ctx: Context, row: Pick<Row, 'upload' | 'objects'>): Promise<Body>;
  close(): Promise<void>;
}

/**
 * Our limit is checked on the folded list. It is lower than the parsers' limits, because they cut lists or answer in plain
 * text.
 */
const PARSER_ITEMS = 12_000;
/** Like `PARSER_ITEMS`, with room for the names and numbers of a body with several lists. */
const JSON_VALUES = 50_000;

/** Reads bodies. Uploads are stored in a folder of this process. */
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
      // Each request has its own folder: after an abort, formidable may leave files behind, open or closed.
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

/** Limits the contents of a text before it is parsed. */
const readText = (ctx: Context, text: string): unknown =>
  ctx.is('urlencoded') ? readForm(text, PARSER_ITEMS) : readJson(text, JSON_VALUES);

const parser = (limits: Config['limits'], upload: string | undefined, uploadDir: string) =>
  koaBody({
    multipart: true,
    parsedMethods: [HttpMethodEnum.POST],
    // `readForm` and `readJson` parse these bodies, so koa-body leaves them as texts.
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

/** A body of zero bytes counts as no body, even if it has a type. */
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

/** Turns the parsers' errors into our answers. Other errors are faults and are passed on. */
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
