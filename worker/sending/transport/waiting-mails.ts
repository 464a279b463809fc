import type { Handover, OutgoingMail } from './outcome.ts';

export interface WaitingMail {
  readonly mail: OutgoingMail;
  resolve: (handover: Handover) => void;
}

/** Queues a mail: urgent mails precede all others, in their order. */
export function putInLine<Waiting extends WaitingMail>(waiting: Waiting[], one: Waiting): void {
  const behind = one.mail.urgent ? waiting.findIndex(({ mail }) => !mail.urgent) : -1;
  if (behind === -1) waiting.push(one);
  else waiting.splice(behind, 0, one);
}

export function listenForAbort<Waiting extends WaitingMail>(
  one: Waiting,
  signal: AbortSignal | undefined,
  abort: (one: Waiting) => void,
): void {
  if (!signal) return;
  const { resolve } = one;
  const forget = onAbort(signal, () => abort(one));
  one.resolve = (handover) => {
    forget();
    resolve(handover);
  };
}

const watched = new WeakMap<AbortSignal, Set<() => void>>();

/** One listener for the hundreds of mails of a signal, not aborted yet: more of them cost time, and Node warns of a leak. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  let acts = watched.get(signal);
  if (!acts) {
    const all = new Set<() => void>();
    acts = all;
    watched.set(signal, all);
    const listener = (): void => {
      for (const one of all) one();
    };
    signal.addEventListener('abort', listener, { once: true });
  }
  const mine = acts;
  mine.add(act);
  return () => void mine.delete(act);
}
