import { Turns } from '../fairness/turns.ts';
import { rememberLately } from '../fairness/yielding.ts';
import { CONNECTIONS } from './connections.ts';

/** Commands of one account at once while others ask: the rest of the connections stays free for them. */
const EACH = CONNECTIONS / 2;

const turns = new Turns<number>({ total: Number.POSITIVE_INFINITY, each: EACH });
const lately = rememberLately<number>();

/**
 * Sends a command of an account. While other accounts ask, its commands wait here rather than in the driver's queue, which serves all
 * accounts in one line. Not for transactions: one that waited for a share could hold what the account's other commands wait for.
 */
export function inShare<Answer>(account: number, send: () => Promise<Answer>): Promise<Answer> {
  lately.did(account);
  const share = turns.ask(account, 1, {
    each: lately.hasOther(account) ? EACH : Number.POSITIVE_INFINITY,
  });
  const sent = async (): Promise<Answer> => {
    try {
      return await send();
    } finally {
      share.leave();
    }
  };
  return share.begun ? share.begun.then(sent) : sent();
}
