import { useSyncExternalStore } from 'react';
import type * as laterParts from './later-parts.tsx';

type Parts = typeof laterParts;

/** Milliseconds after which an unused page loads them. */
const IDLE_MS = 10_000;

let parts: Parts | null = null;
let isAsked = false;
const listeners = new Set<() => void>();

/** Loads the parts of the frame that a page can be drawn without. */
export function loadLater(): void {
  if (isAsked) return;
  isAsked = true;
  import('./later-parts.tsx').then(
    (loaded) => {
      parts = loaded;
      for (const listener of listeners) listener();
    },
    // Offline, or replaced by another release. The next act tries again.
    () => (isAsked = false),
  );
}

/** Loads them at the first act of the person, at the latest some seconds later. */
export function loadAtFirstAct(): void {
  for (const act of ['pointerdown', 'keydown', 'focusin', 'online'])
    addEventListener(act, loadLater, { capture: true, passive: true });
  setTimeout(loadLater, IDLE_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The parts; null until they are loaded. */
export const useLater = (): Parts | null => useSyncExternalStore(subscribe, () => parts);
