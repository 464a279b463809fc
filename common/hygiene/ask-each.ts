import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Questions at the same time: the DNS servers serve others, too. */
const AT_ONCE = 20;

/** Under which an answer of these servers about a domain is kept. */
export const answerKey = (domain: string, servers: readonly string[] | null): string =>
  [domain, ...(servers ?? [])].join(' ');

/** At most so many domains, and for so long. */
export interface AskingBounds {
  readonly most: number;
  readonly mostMs: number;
}

/** Asks about the first domains, until all are answered or the time is over; then the signal is aborted. */
export async function askEach(
  domains: readonly string[],
  { most, mostMs }: AskingBounds,
  ask: (domain: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const open = domains.slice(0, most);
  const over = new AbortController();
  // Each lane adds a listener.
  setMaxListeners(0, over.signal);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < open.length && !over.signal.aborted) await ask(open[next++]!, over.signal);
  };
  const asked = Promise.all(Array.from({ length: Math.min(AT_ONCE, open.length) }, lane));
  await Promise.race([asked, delay(mostMs, undefined, { signal: over.signal, ref: false }).catch(() => {})]);
  over.abort();
}
