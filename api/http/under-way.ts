import { isBeyond } from '../../common/domain/quotas.ts';
import { takeUploadPlace } from '../../common/quotas/imports.ts';
import { CALL_MS, patiently } from '../../common/store/patience.ts';
import type { Exchange } from './exchange.ts';
import { quotaBusy } from './failures.ts';

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

/** Takes a place for an import's file before the body is read, so that a refused file is not received. */
export function takePlace(exchange: Exchange): Promise<void> | void {
  const { row } = exchange.served;
  if (row.upload && !row.image) return patiently(takePlaceOf(exchange), exchange.began + CALL_MS);
}

async function takePlaceOf(exchange: Exchange): Promise<void> {
  const { id, quotas } = exchange.account;
  const release = await takeUploadPlace(id, quotas.imports);
  // Closes the connection, because the rest of the file would only be discarded.
  if (!release) throw quotaBusy('imports', { Connection: 'close' });
  exchange.atEnd(release);
}
