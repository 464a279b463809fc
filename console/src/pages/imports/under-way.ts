import type { Import } from '../../../../client/src/index.ts';

/** Milliseconds between two looks at an import that is under way. */
export const LOOK_MS = 1000;

const OPEN: readonly string[] = ['waiting', 'running'];

/** Whether the import, or undoing it, is under way. */
export const isImportUnderWay = ({ state, undo }: Import): boolean =>
  OPEN.includes(state) || (undo !== null && OPEN.includes(undo.state));
