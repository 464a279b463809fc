import { isBeyond } from '../../common/domain/quotas.ts';
import type { Budget } from '../../common/fairness/budget.ts';
import type { Exchange } from './exchange.ts';
import { quotaBusy } from './failures.ts';

export type CallsUnderWay = Budget<number>;

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
