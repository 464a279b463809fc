import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'koa';
import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { Share } from '../../common/fairness/turns.ts';
import type { ContractRow } from '../contract.ts';
import { bytesOf, piecesOf } from './body-bytes.ts';
import { bodyBytes } from './body-limits.ts';
import type { BodyKey, BodyShares } from './body-shares.ts';
import { charsetOf, jsonText, refuseDamaged } from './charsets.ts';
import type { Exchange } from './exchange.ts';
import { BODY_TYPES, Failure, invalidField, malformed, tooLarge, unreadableBody } from './failures.ts';
import { fold } from './fold.ts';
import { readForm } from './form.ts';
import { hasStrayBody } from './ignored-inputs.ts';
import { readJson } from './json.ts';
import { filesOfJson } from './json-files.ts';
import { createUploadFolder } from './upload-folder.ts';

/** An uploaded file, on disk until the request ends. */
export interface UploadedFile {
  readonly path: string;
  /** The client's name for the file: shown, but never used as a path. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

export interface Body {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, readonly UploadedFile[]>;
  discard(): Promise<void>;
}

type BodyRow = Pick<ContractRow, 'body' | 'upload' | 'image' | 'files' | 'tables' | 'objects'>;

/** The account or network whose memory share a body uses. `signal` is called only if the body has to wait. */
interface BodyShare {
  readonly shares: BodyShares;
  readonly key: BodyKey;
  readonly signal?: () => AbortSignal;
}

/** Above the limit of a folded list, so that a list slightly too long is refused by its name. */
export const MOST_PAIRS = 12_000;
/** Like `MOST_PAIRS`, with room for the keys and numbers of several lists. */
const JSON_VALUES = 50_000;

export const MOST_FILES = 20;

const NO_FILES: Body['files'] = new Map();

export async function createBodyReader(limits: Config['limits']) {
  const uploads = await createUploadFolder(tmpdir());

  return {
    /** Reads a JSON, urlencoded or multipart body. Type, length and memory share are checked before the first byte is read. */
    async read(ctx: Context, row: BodyRow, sharing: BodyShare): Promise<Body> {
      if (!hasBody(ctx)) return { inputs: {}, files: NO_FILES, discard: async () => {} };
      refuseType(ctx);
      const allowed = allowedFiles(ctx, row, limits);
      const most = bodyBytes(row, limits);
      const { length } = ctx.request;
      if ((length ?? 0) > most + allowed.bytes) throw tooLarge();
      const { shares, key, signal } = sharing;
      const share = await shares.take(key, Math.min(length ?? most, most), signal);
      // Each request has its own folder, so that an aborted request leaves no file.
      let folder: string | null = null;
      const ownFolder = (): string => (folder ??= join(uploads, randomUUID()));
      const discard = async (): Promise<void> => {
        share.leave();
        if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      };
      try {
        const { given, files } =
          allowed.most > 0
            ? await readWithFiles(ctx, row, most, allowed, ownFolder(), share)
            : { given: await readPlain(ctx, most, share, sharing), files: NO_FILES };
        if (typeof given !== 'object' || given === null || Array.isArray(given))
          throw malformed({ body: ['Write one JSON object, such as {"name": "Readers"}.'] });
        const inputs = fold(given as Record<string, unknown>, row.objects);
        refuseDamaged(inputs);
        if (!row.files || !ctx.is('json')) return { inputs, files, discard };
        const some = await filesOfJson(row.files, inputs[row.files], MOST_FILES, ownFolder);
        if (some === null) return { inputs, files, discard };
        delete inputs[row.files];
        return { inputs, files: new Map([[row.files, some]]), discard };
      } catch (error) {
        await discard();
        throw error;
      }
    },
    close: () => rm(uploads, { recursive: true, force: true }),
  };
}

export type BodyReader = Awaited<ReturnType<typeof createBodyReader>>;

/** Reads the body of a call. For a method without a body, only its names are read, for the warnings. */
export function readBody(exchange: Exchange): Promise<void> | void {
  const { ctx } = exchange;
  if (ctx.method === 'POST') return readBodyOf(exchange);
  if (hasStrayBody(ctx)) return readBodyOf(exchange).catch(() => {});
}

async function readBodyOf(exchange: Exchange): Promise<void> {
  const { ctx, account, served } = exchange;
  const { row, bodies, service } = served;
  const sharing = { shares: service.limits.bodies, key: account.id, signal: () => exchange.signal };
  const body = await bodies.read(ctx, row, sharing);
  exchange.atEnd(body.discard);
  exchange.body = body;
  exchange.received();
  if (row.upload) exchange.file = body.files.get(row.upload)?.[0] ?? null;
  if (row.files) exchange.files = body.files.get(row.files) ?? [];
}

/** Compressed bodies are refused: 10 kB can expand to 10 MB. */
export const isPlain = (ctx: Context): boolean =>
  ['', 'identity'].includes(ctx.get('Content-Encoding').trim().toLowerCase());

function refuseType(ctx: Context): void {
  if (!isPlain(ctx)) throw unreadableBody('Send the body without a Content-Encoding.');
  if (!ctx.is('json', 'urlencoded', 'multipart'))
    throw unreadableBody(`Send one of these types of content: ${BODY_TYPES.join(', ')}.`);
  if (ctx.is('multipart') && !/;\s*boundary=/i.test(ctx.get('Content-Type')))
    throw malformed({
      body: ['The Content-Type has no boundary. HTTP clients set it if you do not set the type.'],
    });
}

/** A body of zero bytes counts as no body, even with a type. */
export function hasBody(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;
}

async function readPlain(ctx: Context, most: number, share: Share, { key, shares }: BodyShare) {
  const bytes = await bytesOf(ctx.req, { most, paced: true }, ctx.request.length);
  share.weigh(bytes.length);
  return shares.parse(key, bytes.length, () => parsed(ctx, bytes, most));
}

async function parsed(ctx: Context, bytes: Buffer, most: number): Promise<unknown> {
  if (ctx.is('urlencoded')) return readForm(bytes, MOST_PAIRS, charsetOf(ctx.get('Content-Type')));
  if (ctx.is('multipart')) {
    const { readMultipart } = await loadMultipart();
    return (await readMultipart(ctx, [bytes], textsOf(most), null)).texts;
  }
  return readJson(jsonText(bytes), JSON_VALUES);
}

/** Loaded with the first form, because of its packages. */
const loadMultipart = () => import('./multipart.ts');

const textsOf = (most: number) => ({ most: MOST_PAIRS, bytes: most });

interface FileBounds {
  readonly most: number;
  readonly bytes: number;
}

function allowedFiles(
  ctx: Context,
  { upload, image, files, tables }: BodyRow,
  limits: Config['limits'],
): FileBounds {
  if (!ctx.is('multipart')) return { most: 0, bytes: 0 };
  if (upload) return { most: 1, bytes: image ? limits.image : limits.csv };
  if (!files) return { most: 0, bytes: 0 };
  return { most: MOST_FILES, bytes: tables ? limits.csv : limits.attachments };
}

/** The suffixes that forms add to the name of several files: `name[]`, `name[0]` … */
const NUMBERED = /\[\d{0,9}\]$/;

async function readWithFiles(
  ctx: Context,
  { upload, files: several, tables }: BodyRow,
  most: number,
  allowed: FileBounds,
  folder: string,
  share: Share,
): Promise<{ given: unknown; files: Body['files'] }> {
  await mkdir(folder);
  const pieces = piecesOf(ctx.req, { most: most + allowed.bytes, paced: upload === undefined && !tables });
  const { readMultipart } = await loadMultipart();
  const form = await readMultipart(ctx, pieces, textsOf(most), {
    ...allowed,
    into: folder,
    keyOf: (name) =>
      name === upload ? upload : name.replace(NUMBERED, '') === several ? several : undefined,
    refused(what) {
      if (several === undefined || (tables && what === 'bytes')) return tooLarge();
      const text =
        what === 'items' ? texts.items(several, allowed.most) : texts.bytes(several, allowed.bytes);
      // The rest of the body stays unread.
      return new Failure(422, { [several]: [text] }, { Connection: 'close' });
    },
  });
  const files = new Map<string, UploadedFile[]>();
  let bytes = 0;
  for (const { key, filepath: path, name: whole, type, size } of form.files) {
    if (whole.includes('\ufffd')) throw invalidField(key, texts.unicodeName(key));
    // A program may send the path on its machine, whose folders would give contacts a status. An attachment with one is refused.
    const name = key === several && !tables ? whole : whole.replace(/^.*[/\\]/s, '');
    files.set(key, [...(files.get(key) ?? []), { path, name, type, bytes: size }]);
    bytes += size;
  }
  share.weigh(Math.max(1, (ctx.request.length ?? most) - bytes));
  return { given: form.texts, files };
}
