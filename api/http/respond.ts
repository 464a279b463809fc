import type { Context } from 'koa';
import type { KeptAnswer } from '../../common/models/idempotency-keys.ts';
import type { RawAnswer } from './endpoint.ts';
import { streamList, succeeded } from './envelope.ts';
import type { Exchange } from './exchange.ts';
import { holdShare } from './list-shares.ts';
import type { Listing } from './listing.ts';
import { PAGE_LIMIT } from './range.ts';

export function respond(exchange: Exchange): Promise<void> | void {
  const { ctx, kept, made, ignored, served } = exchange;
  const { done } = served.row;
  if (kept) return respondKept(ctx, kept);
  ctx.status = 200;
  if ('list' in done) return respondList(exchange, done.list);
  if ('raw' in done) return respondRaw(ctx, done.raw, made as RawAnswer);
  ctx.body = succeeded(served.row, made, ignored.warnings);
}

function respondKept(ctx: Context, { status, body }: KeptAnswer): void {
  ctx.type = 'application/json';
  ctx.body = body;
  ctx.status = status;
}

function respondRaw(ctx: Context, type: string, { status = 200, headers, body }: RawAnswer): void {
  ctx.set(headers);
  ctx.type ||= type;
  const { fileName } = ctx.state;
  if (typeof fileName === 'string') rename(ctx, fileName);
  ctx.body = body;
  ctx.status = status;
}

async function respondList(exchange: Exchange, key: string): Promise<void> {
  const { ctx, made, range, ignored, account, served } = exchange;
  const { limit = null, after_id: afterId = null } = range;
  const body = await streamList(
    key,
    made as Listing,
    { afterId: afterId ?? 0, limit: limit ?? (afterId === null ? null : PAGE_LIMIT) },
    limit !== null || afterId !== null,
    ignored.warnings,
    (cut) => holdShare(served.shares, account.id, served.row.path, () => exchange.signal, cut),
  );
  // Before the body; otherwise Koa guesses the type.
  ctx.type = 'application/json';
  ctx.body = body;
}

/** Names a file. Koa would derive the type from the name, so the type is set again. */
function rename(ctx: Context, fileName: string): void {
  const type = ctx.response.get('Content-Type');
  ctx.attachment(fileName);
  ctx.set('Content-Type', type);
}
