import { isBeyond } from '../../common/domain/quotas.ts';
import { takeBytes } from '../../common/quotas/bytes.ts';
import { takeUploadPlace } from '../../common/quotas/imports.ts';
import { CALL_MS, patiently } from '../../common/store/patience.ts';
import { bodyBytes } from './body-limits.ts';
import type { Exchange } from './exchange.ts';
import { quotaBusy, quotaReached, tooLarge } from './failures.ts';

/** Counts a call until its answer is sent in full or cut off. Throws a 429 if the account has too many under way. */
export function countCall({ ctx: { res }, account: { id, quotas }, served }: Exchange): void {
  const { underWay } = served.service;
  const end = underWay.hold(id, 1);
  if (isBeyond(quotas, 'calls', underWay.of(id))) {
    end();
    throw quotaBusy('calls');
  }
  if (res.destroyed) end();
  else res.once('close', end);
}

/**
 * Before the body is read, so that a refused file is not received: takes a place for an import's file, its declared bytes from the quota,
 * and room in TMPDIR.
 */
export function takePlace(exchange: Exchange): Promise<void> | void {
  const { ctx, served } = exchange;
  const { upload, files } = served.row;
  if ((upload || files) && ctx.is('multipart')) return takePlaceOf(exchange);
}

async function takePlaceOf(exchange: Exchange): Promise<void> {
  const { ctx, account, served, began } = exchange;
  const { row, service } = served;
  const { limits } = service.config;
  const isTable = row.tables === true || (row.upload !== undefined && !row.image);
  const most = isTable ? limits.csv : row.upload ? limits.image : limits.attachments;
  const declared = ctx.request.length;
  if (isTable) await patiently(takeImport(exchange), began + CALL_MS);
  // The texts around the files may be as long as their limit.
  const least = (declared ?? 0) - bodyBytes(row, limits);
  if (least > most) throw tooLarge();
  if (least > 0) await patiently(takeQuota(exchange, least), began + CALL_MS);
  const { uploads } = service.limits;
  const signal = (): AbortSignal => exchange.signal;
  if (row.upload || isTable) {
    const turn = await uploads.receiving(account.id, signal);
    exchange.whenReceived(() => turn.leave());
  }
  const share = await uploads.space(account.id, Math.min(declared ?? most, most), signal);
  exchange.atEnd(() => share.leave());
}

// Refusals close the connection, because the rest of the file would only be discarded.
const CLOSE = { Connection: 'close' };

async function takeImport(exchange: Exchange): Promise<void> {
  const { id, quotas } = exchange.account;
  const release = await takeUploadPlace(id, quotas.imports);
  if (!release) throw quotaBusy('imports', CLOSE);
  exchange.atEnd(release);
}

async function takeQuota(exchange: Exchange, bytes: number): Promise<void> {
  const { id, quotas } = exchange.account;
  const release = await takeBytes({ id, limit: quotas.stored_bytes }, bytes);
  if (!release) throw quotaReached('stored_bytes', CLOSE);
  // The handler takes the actual bytes.
  exchange.whenReceived(release);
}
