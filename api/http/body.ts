import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { Row } from '../contract.ts';
import { Failure, malformed, tooLarge, unreadableType } from './failures.ts';
import { fold } from './fold.ts';
import { readForm } from './form.ts';
import { readJson } from './json.ts';
import { boundBody, boundedMultipart, type FileNames, placeIn, readPart } from './multipart.ts';
import { createUploadFolder } from './upload-folder.ts';

/** An uploaded file of a multipart request. It is on disk until the request ends. */
export interface UploadedFile {
  readonly path: string;
  /** The client's name for the file. It is shown to people and never used as a path. */
  readonly name: string;
  /** Its media type, as the client has it. */
  readonly type: string;
  readonly bytes: number;
}

export interface Body {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** By the names that the row of the contract has for them, in the order of the body. */
  readonly files: ReadonlyMap<string, readonly UploadedFile[]>;
  /** Removes the request's files. */
  discard(): Promise<void>;
}

export interface BodyReader {
  /** Reads the body of a request, in any of the three encodings, as the row of the contract expects it. */
  read(ctx: Context, row: Pick<Row, 'upload' | 'image' | 'files' | 'objects'>): Promise<Body>;
  close(): Promise<void>;
}

/**
 * Our limit is checked on the folded list. It is lower than the parsers' limits, because they cut lists or answer in plain
 * text.
 */
const PARSER_ITEMS = 12_000;
/** Like `PARSER_ITEMS`, with room for the names and numbers of a body with several lists. */
const JSON_VALUES = 50_000;

/** Files of a form that may have several. */
export const MOST_FILES = 20;

/** Reads bodies. Uploads are stored in a folder of this process. */
export async function createBodyReader(limits: Config['limits']): Promise<BodyReader> {
  const uploads = await createUploadFolder(tmpdir());
  const parseFields = parser({ most: 0, bytes: 0 }, {}, limits, uploads);

  return {
    async read(ctx, row) {
      const { upload, files, objects } = row;
      if (!hasBody(ctx)) return { inputs: {}, files: new Map(), discard: async () => {} };
      if (!ctx.is('json', 'urlencoded', 'multipart')) throw unreadableType();
      const allowed = allowedFiles(ctx, row, limits);
      const limit = allowed.bytes + limits.body;
      if ((ctx.request.length ?? 0) > limit) throw tooLarge();
      if (ctx.is('multipart') && ctx.request.length === undefined) boundBody(ctx.req, limit);
      // Each request has its own folder: after an abort, formidable may leave files behind, open or closed.
      const folder = allowed.most === 0 ? undefined : join(uploads, randomUUID());
      const discard = async (): Promise<void> => {
        if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      };
      try {
        if (folder) await mkdir(folder);
        await (folder ? parser(allowed, { upload, files }, limits, folder) : parseFields)(
          ctx,
          async () => {},
        );
        const given: unknown = ctx.request.body ?? {};
        const body = typeof given === 'string' ? readText(ctx, given) : given;
        if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed();
        return { inputs: fold(body as Record<string, unknown>, objects), files: filesOf(ctx), discard };
      } catch (error) {
        await discard();
        throw (files && filesFailure(error, files, limits)) ?? bodyFailure(error);
      }
    },
    close: () => rm(uploads, { recursive: true, force: true }),
  };
}

/** Limits the contents of a text before it is parsed. */
const readText = (ctx: Context, text: string): unknown =>
  ctx.is('urlencoded') ? readForm(text, PARSER_ITEMS) : readJson(text, JSON_VALUES);

/** How many files a body may have, and their bytes. */
interface Allowed {
  readonly most: number;
  readonly bytes: number;
}

function allowedFiles(
  ctx: Context,
  { upload, image, files }: Pick<Row, 'upload' | 'image' | 'files'>,
  limits: Config['limits'],
): Allowed {
  if (upload) return { most: 1, bytes: image ? limits.image : limits.csv };
  // Most calls that may have files have none, and need no folder.
  return files && ctx.is('multipart')
    ? { most: MOST_FILES, bytes: limits.attachments }
    : { most: 0, bytes: 0 };
}

const parser = ({ most, bytes }: Allowed, names: FileNames, limits: Config['limits'], uploadDir: string) =>
  koaBody({
    multipart: true,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.GET, HttpMethodEnum.DELETE],
    // `readForm` and `readJson` parse these bodies, so koa-body leaves them as texts.
    urlencoded: false,
    json: false,
    textTypes: ['urlencoded', 'json'],
    textLimit: limits.body,
    formidable: {
      uploadDir,
      maxFiles: Math.max(1, most),
      maxFileSize: Math.max(1, bytes),
      maxTotalFileSize: Math.max(1, bytes),
      maxFields: PARSER_ITEMS,
      maxFieldsSize: limits.body,
      allowEmptyFiles: true,
      minFileSize: 0,
      onPart: readPart(names),
      enabledPlugins: [boundedMultipart],
    },
  });

/** A body of zero bytes counts as no body, even if it has a type. */
export function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;
}

function filesOf(ctx: Context): Map<string, UploadedFile[]> {
  const files = new Map<string, UploadedFile[]>();
  const given = Object.entries(ctx.request.files ?? {}).sort(
    ([one], [other]) => placeIn(one) - placeIn(other),
  );
  for (const [key, some] of given) {
    const name = key.split('[', 1)[0]!;
    const all = files.get(name) ?? [];
    files.set(name, all);
    for (const { filepath, originalFilename, mimetype, size } of Array.isArray(some) ? some : [some])
      all.push({ path: filepath, name: originalFilename ?? '', type: mimetype ?? '', bytes: size });
  }
  return files;
}

/** formidable's codes for more bytes, more files, and a larger one than a form may have. */
const [TOTAL_BYTES, FILES, FILE_BYTES] = [1009, 1015, 1016];

/** The refusal of files that are too many or too large: the form itself was not. */
function filesFailure(error: unknown, key: string, limits: Config['limits']): Failure | null {
  const { code } = error as { code?: unknown };
  const text =
    code === FILES
      ? texts.items(key, MOST_FILES)
      : code === TOTAL_BYTES || code === FILE_BYTES
        ? texts.bytes(key, limits.attachments)
        : null;
  // The rest of the body is not read.
  return text === null ? null : new Failure(422, { [key]: [text] }, { Connection: 'close' });
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
