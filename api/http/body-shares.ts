import { coolDownAfter, type Share, Turns } from '../../common/fairness/turns.ts';
import { Failure } from './failures.ts';

/** An account, or the network of a client without one. */
export type BodyKey = number | string;

/** The memory of a process for bodies, shared by account and network. */
export interface BodyShares {
  /**
   * Waits until a body of so many bytes may be read. Throws a 429 after a second; `signal` is asked for only where the body has to wait.
   */
  take(key: BodyKey, bytes: number, signal?: () => AbortSignal): Promise<Share>;
  /**
   * Parses a body of so many bytes. Large ones of a key are parsed one after the other, with rests between them, so that a key that
   * always sends them leaves most of the event loop to others.
   */
  parse<Value>(key: BodyKey, bytes: number, parsing: () => Promise<Value>): Promise<Value>;
}

/** Milliseconds that a body waits for its share. */
const PATIENCE_MS = 1000;
/** Bytes of a body that is parsed at once: it takes a millisecond. */
const SMALL = 65_536;
/** Validation and the answer take about as long as parsing does, so the cool-down is three times as long. */
const coolDownMs = coolDownAfter(1, 3, 2000);
const LINE = Object.freeze({ each: 200, total: 10_000 });

/** The body is not read, so its connection is closed. */
const tooManyBodies = (): Failure =>
  new Failure(429, 'Too Many Requests', { 'Retry-After': '1', Connection: 'close' });

/** An account has a quarter of the total, a network a sixteenth. A larger body is read while its key has no other. */
export function createBodyShares(total: number): BodyShares {
  const turns = new Turns<BodyKey>({
    total,
    each: (key) => total / (typeof key === 'number' ? 4 : 16),
    line: LINE,
    patienceMs: PATIENCE_MS,
    refusal: tooManyBodies,
  });
  const parsings = new Turns<BodyKey>({ total: 2, each: 1, line: LINE, coolDownMs });
  return {
    parse: (key, bytes, parsing) => (bytes <= SMALL ? parsing() : parsings.run(key, parsing)),
    async take(key, bytes, signal) {
      const weight = Math.max(1, bytes);
      return turns.enterNow(key, weight) ?? turns.enter(key, weight, { signal: signal?.() });
    },
  };
}
