import { useSyncExternalStore } from 'react';
import { useTexts } from '../texts/texts.ts';
import { undoable } from './undo.tsx';

/** Keys and sessions have texts as ids. */
export type Id = number | string;

interface Removal {
  readonly ids: readonly Id[];
  readonly said: string;
  readonly change: () => Promise<unknown>;
  /** Called when the deletion is undone or fails. */
  readonly restored?: () => void;
}

/** Entries of all lists whose deletion can still be undone, by list and id. They stay hidden when the person opens another page. */
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function hide(next: ReadonlySet<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hides deleted entries of a list at once, and shows them again when the deletion is undone or fails. */
export function useRemovals(list: string) {
  const texts = useTexts();
  const now = useSyncExternalStore(subscribe, () => hidden);
  const nameOf = (id: Id): string => `${list} ${id}`;
  const remove = ({ ids, said, change, restored }: Removal): void => {
    const names = ids.map(nameOf);
    hide(new Set([...hidden, ...names]));
    const show = (): void => hide(new Set([...hidden].filter((name) => !names.includes(name))));
    const restore = (): void => {
      show();
      restored?.();
    };
    undoable({ said, texts, change, restore, done: show });
  };
  return { remove, isShown: ({ id }: { readonly id: Id }): boolean => !now.has(nameOf(id)) };
}
