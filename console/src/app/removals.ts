import { useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { undoable } from './undo.tsx';

/** Keys and sessions have texts as ids. */
export type Id = number | string;

interface Removal {
  readonly ids: readonly Id[];
  readonly said: string;
  readonly change: () => Promise<unknown>;
}

/** Hides deleted entries at once, and shows them again when the deletion is undone or fails. */
export function useRemovals() {
  const texts = useTexts();
  const [hidden, setHidden] = useState<ReadonlySet<Id>>(new Set());
  const remove = ({ ids, said, change }: Removal): void => {
    setHidden((now) => new Set([...now, ...ids]));
    const restore = (): void => setHidden((now) => new Set([...now].filter((id) => !ids.includes(id))));
    undoable({ said, texts, change, restore });
  };
  return { remove, isShown: ({ id }: { readonly id: Id }): boolean => !hidden.has(id) };
}
