import { useSyncExternalStore } from 'react';
import { type Design, writeDesign } from './design.ts';
import { find, grow, type Node } from './tree.ts';

interface DesignParts {
  readonly head: string;
  readonly body: Node;
}

export interface EditorState extends DesignParts {
  readonly root: Design['root'];
  readonly selected: number | null;
  /** Key of the text that is being edited. */
  readonly writing: number | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export interface DesignStore {
  readonly get: () => EditorState;
  readonly subscribe: (told: () => void) => () => void;
  /** Changes with the same text one after another are one step of undo. */
  readonly change: (next: Partial<DesignParts>, step?: string) => void;
  readonly select: (key: number | null) => void;
  readonly write: (key: number | null) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly mjml: () => string;
}

/** Steps that can be undone. */
const MOST = 200;

export function createDesignStore(design: Design): DesignStore {
  const told = new Set<() => void>();
  let before: readonly DesignParts[] = [];
  let after: readonly DesignParts[] = [];
  let step: string | undefined;
  let state: EditorState = {
    root: design.root,
    head: design.head,
    body: grow(design.body),
    selected: null,
    writing: null,
    canUndo: false,
    canRedo: false,
  };
  const set = (next: Partial<EditorState>): void => {
    state = { ...state, ...next, canUndo: before.length > 0, canRedo: after.length > 0 };
    for (const one of told) one();
  };
  const shown = (): DesignParts => ({ head: state.head, body: state.body });
  const show = (to: DesignParts): void => {
    step = undefined;
    const isThere = find(to.body, state.selected) !== undefined;
    set({ ...to, writing: null, selected: isThere ? state.selected : null });
  };
  return {
    get: () => state,
    subscribe(one) {
      told.add(one);
      return () => void told.delete(one);
    },
    change(next, name) {
      if (name === undefined || name !== step) before = [...before, shown()].slice(-MOST);
      step = name;
      after = [];
      set(next);
    },
    select(key) {
      if (key === state.selected && state.writing === null) return;
      step = undefined;
      set({ selected: key, writing: null });
    },
    write(key) {
      if (key === state.writing) return;
      step = undefined;
      set({ writing: key, ...(key !== null && { selected: key }) });
    },
    undo() {
      const to = before.at(-1);
      if (!to) return;
      before = before.slice(0, -1);
      after = [...after, shown()];
      show(to);
    },
    redo() {
      const to = after.at(-1);
      if (!to) return;
      after = after.slice(0, -1);
      before = [...before, shown()];
      show(to);
    },
    mjml: () => writeDesign(state),
  };
}

export const useDesign = (store: DesignStore): EditorState =>
  useSyncExternalStore(store.subscribe, store.get);
