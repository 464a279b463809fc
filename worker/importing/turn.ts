import { now } from '../../common/clock.ts';
import { othersWait } from '../../common/queries/imports.ts';

/** Milliseconds that one import, or undoing one, may keep others waiting, and after which it looks again whether others wait. */
const TURN_MS = 5000;
const LOOK_MS = 1000;

/** Begins a turn. The result answers, between two steps of the work, whether the turn is over because others wait. */
export function beginImportTurn(): () => Promise<boolean> {
  let ends = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() <= ends) return false;
    if (await othersWait(now())) return true;
    ends = performance.now() + LOOK_MS;
    return false;
  };
}
