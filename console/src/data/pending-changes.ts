/** Milliseconds after which a change can no longer be undone, also while a person still points at its note. */
const MOST_MS = 60_000;

interface PendingChange {
  /** Makes the change, unless it was made or cancelled. */
  readonly run: () => Promise<void>;
  /** False: the change was made already. */
  readonly cancel: () => boolean;
}

const pending = new Set<() => Promise<void>>();

/** Makes a change once: when its `run` or `runPending` is called, and after a minute at the latest. */
export function pendChange(change: () => Promise<void>): PendingChange {
  const run = async (): Promise<void> => {
    if (cancel()) await change();
  };
  const timer = setTimeout(() => void run(), MOST_MS);
  const cancel = (): boolean => {
    clearTimeout(timer);
    return pending.delete(run);
  };
  pending.add(run);
  return { run, cancel };
}

/** Makes all changes that wait, at once. */
export const runPending = async (): Promise<void> => {
  await Promise.all([...pending].map((run) => run()));
};

/** Each stores what a page has taken and not stored yet. False: that failed. */
const stores = new Map<string, () => Promise<boolean>>();

/** A later visit to the record of that name takes the place of an earlier one. Returns what ends that. */
export function storeBeforeSignOut(name: string, store: () => Promise<boolean>): () => void {
  stores.set(name, store);
  return () => {
    if (stores.get(name) === store) stores.delete(name);
  };
}

/** False: not all that was written is stored. */
export const storeWritten = async (): Promise<boolean> =>
  (await Promise.all([...stores.values()].map((store) => store()))).every(Boolean);
