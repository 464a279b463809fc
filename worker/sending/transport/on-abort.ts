const watched = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Hundreds of mails share one signal, which is not aborted yet: a listener for each costs more than the rest of the handling here,
 * and Node warns of a leak. Returns a function that unsubscribes.
 */
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
