import { now } from '../../common/clock.ts';
import { othersWait } from '../../common/queries/imports.ts';
import { turnMsOf } from '../runtime/turn.ts';

/** Milliseconds between two checks for waiting imports after the turn has ended; without any, this import continues. */
const LOOK_MS = 1000;

export function beginImportTurn(name: 'import-contacts' | 'undo-import'): () => Promise<boolean> {
  let ends = performance.now() + turnMsOf(name);
  return async () => {
    if (performance.now() <= ends) return false;
    if (await othersWait(now())) return true;
    ends = performance.now() + LOOK_MS;
    return false;
  };
}
