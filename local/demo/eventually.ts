import { setTimeout } from 'node:timers/promises';

/** The first answer that is neither null, undefined nor false; throws when `seconds` go by without any. */
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
    if (performance.now() > end) throw new Error(`There was no ${what} within ${seconds} s.`);
    await setTimeout(100);
  }
}
