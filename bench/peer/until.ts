import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks. */
const LOOK_MS = 20;
/** Nothing that is measured here takes longer. */
const LONGEST_MS = 900_000;

/** Waits until a condition holds, with looks as frequent at the end as at first, since the time is measured; throws after a quarter of an hour. */
export async function pollUntil(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it does not come to an end');
    await pause(LOOK_MS);
  }
}
