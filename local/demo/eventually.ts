import { setTimeout } from 'node:timers/promises';

/** Calls `look` until the answer is not null, undefined or false, and returns it; throws after `seconds`. */
export async function eventually<Value>(
  look: () => Promise<Value>,
  what: string,
  seconds = 60,
): Promise<NonNullable<Exclude<Value, false>>> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const value = await look();
    if (value !== null && value !== undefined && value !== false)
      return value as NonNullable<Exclude<Value, false>>;
    if (performance.now() > end) throw new Error(`No ${what} within ${seconds} s.`);
    await setTimeout(100);
  }
}
