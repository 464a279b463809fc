import { isBeyond } from '../../common/domain/quotas.ts';
import { createReservations } from '../../common/quotas/reservations.ts';
import type { Account } from './account.ts';
import type { Exchange } from './exchange.ts';
import { quotaBusy } from './failures.ts';

/** The number of calls that this process is answering, by account. */
export interface UnderWay {
  /** Counts a call, or throws a 429 when the account has too many under way. Call the result when the call has ended. */
  begin(account: Account): () => void;
  of(userId: number): number;
}

/** Counts a call until the last byte of its answer is sent, or the answer is cut off: a long list counts until then. */
export function countCall({ ctx: { res }, account, served }: Exchange): void {
  const end = served.service.underWay.begin(account);
  if (res.destroyed) end();
  else res.once('close', end);
}

export function createUnderWay(): UnderWay {
  const calls = createReservations();
  return {
    begin({ id, quotas }) {
      let ended = false;
      const end = (): void => {
        if (ended) return;
        ended = true;
        calls.remove(id, 1);
      };
      if (isBeyond(quotas, 'calls', calls.add(id, 1))) {
        end();
        throw quotaBusy('calls');
      }
      return end;
    },
    of: calls.of,
  };
}
