import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `check` answers something true, and answers it; throws after `deadline` milliseconds. */
export async function until<Value>(
  check: () => Value | Promise<Value>,
  what = 'the condition',
  deadline = 15_000,
): Promise<Exclude<Value, false | null | undefined>> {
  const end = Date.now() + deadline;
  for (;;) {
    const value = await check();
    if (value) return value as Exclude<Value, false | null | undefined>;
    if (Date.now() > end) throw new Error(`Waited ${deadline} ms for ${what}.`);
    await delay(20);
  }
}
