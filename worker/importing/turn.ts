import { now } from '../../common/clock.ts';
import { othersWait } from '../../common/queries/imports.ts';

/** Milliseconds after which an import, or its undoing, yields if others wait; and between two looks after that. */
const TURN_MS = 5000;
const LOOK_MS = 1000;

export function beginImportTurn(): () => Promise<boolean> {
  let ends = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() <= ends) return false;
    if (await othersWait(now())) return true;
    ends = performance.now() + LOOK_MS;
    return false;
  };
}
