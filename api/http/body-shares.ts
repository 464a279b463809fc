import { coolDownAfter, halfOfRest, type Share, Turns } from '../../common/fairness/turns.ts';
import { inUse } from './failures.ts';

/** An account id, or the network of a client without an account. */
export type BodyKey = number | string;

const PATIENCE_MS = 1000;
/** Bytes that are parsed without a turn; they take a millisecond. */
const SMALL = 65_536;
/** Validation and answer take about as long as parsing, so the cool-down is three times the parsing time. */
const coolDownMs = coolDownAfter(1, 3, 2000);
const LINE = Object.freeze({ each: 200, total: 10_000 });

/** An account gets a quarter of `total`, a network a sixteenth, but at most half of what others leave. A larger body is read while its key has no other. */
export function createBodyShares(total: number) {
  const turns = new Turns<BodyKey>({
    total,
    each: (key, ofOthers) =>
      Math.min(total / (typeof key === 'number' ? 4 : 16), halfOfRest(total)(key, ofOthers)),
    line: LINE,
    patienceMs: PATIENCE_MS,
    // The body stays unread, so the connection must close.
    refusal: () => inUse(1, 'Bytes of bodies that are received at once', { Connection: 'close' }),
  });
  const parsings = new Turns<BodyKey>({ total: 2, each: 1, line: LINE, coolDownMs });
  return {
    /** Parses a body. A key's large bodies are parsed one at a time with a cool-down, so that they leave most of the event loop to others. */
    parse: <Value>(key: BodyKey, bytes: number, parsing: () => Promise<Value>): Promise<Value> =>
      bytes <= SMALL ? parsing() : parsings.run(key, parsing),
    /** Waits until there is memory for a body; throws a 429 after a second. `signal` is called only if the body has to wait. */
    async take(key: BodyKey, bytes: number, signal?: () => AbortSignal): Promise<Share> {
      const weight = Math.max(1, bytes);
      return turns.enterNow(key, weight) ?? turns.enter(key, weight, { signal: signal?.() });
    },
  };
}

export type BodyShares = ReturnType<typeof createBodyShares>;
