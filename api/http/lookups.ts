import { network } from '../../common/domain/network.ts';
import { Budget } from '../../common/fairness/budget.ts';
import { Turns } from '../../common/fairness/turns.ts';
import { inUse } from './failures.ts';

/** Wrong pairs of a network, after which its pairs are looked up one after the other. */
const WRONG = 20;
const MINUTE_MS = 60_000;

/**
 * Lookups of key pairs in the database. A network that sent wrong pairs lately has one at a time: its right pairs still work, because many
 * clients share a proxy, and its wrong ones take no connections from others. Throws a 429 when too many wait.
 */
export function createLookups() {
  const wrong = new Budget<string>({ each: WRONG, refill: WRONG / MINUTE_MS });
  const turns = new Turns<string>({
    total: Number.POSITIVE_INFINITY,
    each: 1,
    line: { each: 200, total: 5000 },
    refusal: () => inUse(1, 'Calls that wait, of a network that sent wrong keys'),
  });
  return {
    /** `isRight`: whether the pair was right a moment ago, so that it need not wait behind wrong ones. */
    run: <Found>(
      address: string,
      find: () => Promise<Found>,
      isRight: () => boolean = () => false,
    ): Promise<Found> => {
      const from = network(address);
      return wrong.left(from) > 0 || isRight() ? find() : turns.run(from, find);
    },
    wasWrong: (address: string): void => wrong.add(network(address), 1),
  };
}
