import { useSyncExternalStore } from 'react';
import type * as laterParts from './later-parts.tsx';

type Parts = typeof laterParts;

/** Milliseconds after which a page that is not idle loads them. */
const IDLE_MS = 2000;
/** Milliseconds after which a requested part no longer opens. */
const ASK_MS = 2000;
/** Milliseconds between two looks at a pressed button. */
const PRESSED_MS = 50;

let parts: Parts | null = null;
let [isBegun, hasFailed] = [false, false];
let asked: { readonly act: () => void; readonly path: string; readonly until: number } | null = null;
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Loads the parts of the frame that a page can be drawn without. */
export function loadLater(): void {
  if (isBegun) return;
  isBegun = true;
  import('./later-parts.tsx').then(show, () => {
    hasFailed = true;
    tell();
  });
}

/** Loads them when the browser is idle. Safari cannot tell when it is idle. */
export function loadWhenIdle(): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(loadLater, { timeout: IDLE_MS });
  else setTimeout(loadLater, IDLE_MS);
}

function show(loaded: Parts): void {
  // A part may replace the button, which would lose its click.
  if (document.querySelector('button:active')) {
    setTimeout(show, PRESSED_MS, loaded);
    return;
  }
  parts = loaded;
  tell();
  // Do this once they are drawn.
  setTimeout(() => {
    if (asked && asked.path === location.pathname && Date.now() < asked.until) asked.act();
    asked = null;
  });
}

/** Opens a part: at once, or when it is loaded, if that is within two seconds and on the same page. */
export function withLater(act: () => void): void {
  if (parts) return act();
  loadLater();
  asked = { act, path: location.pathname, until: Date.now() + ASK_MS };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The parts; null until they are loaded. */
export const useLater = (): Parts | null => useSyncExternalStore(subscribe, () => parts);
/** Whether they could not be loaded: a browser may keep that until the page is loaded again. */
export const useLaterFailed = (): boolean => useSyncExternalStore(subscribe, () => hasFailed);
