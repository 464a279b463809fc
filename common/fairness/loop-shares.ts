import { performance } from 'node:perf_hooks';

/** Milliseconds for which the event loop of this process has worked. */
const workedMs = (): number => performance.eventLoopUtilization().active;

/** Ends a piece of work. Returns its part of the loop's work in milliseconds. */
export type EndOfWork = () => number;

/**
 * Divides the time for which the event loop works among the pieces of work under way, in equal parts. Time in which all of them wait for
 * a store is charged to none. Following each piece through its promises would slow down every call.
 */
export function createLoopShares(worked = workedMs) {
  let underWay = 0;
  let before = 0;
  /** The part of a piece of work that is always under way. */
  let part = 0;

  function divide(): void {
    const at = worked();
    if (underWay > 0) part += (at - before) / underWay;
    before = at;
  }

  return {
    begin(): EndOfWork {
      divide();
      underWay += 1;
      const from = part;
      return () => {
        divide();
        underWay -= 1;
        return part - from;
      };
    },
  };
}
