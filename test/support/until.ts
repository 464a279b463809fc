import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two checks: at first, and at most. In between it is a twentieth of the time that has passed. */
const SHORTEST_MS = 20;
const LONGEST_MS = 200;

/**
 * Waits until `check` returns something truthy, and returns it; throws after `deadline` milliseconds. What takes long is checked
 * less often, because checks take computing time from what they wait for. A deadline only ends a test that would hang: it judges no speed.
 */
export async function until<Value>(
  check: () => Value | Promise<Value>,
  what = 'the condition',
  deadline = 120_000,
): Promise<Exclude<Value, false | null | undefined>> {
  const began = Date.now();
  for (;;) {
    const value = await check();
    if (value) return value as Exclude<Value, false | null | undefined>;
    const passed = Date.now() - began;
    if (passed > deadline) throw new Error(`Waited ${deadline} ms for ${what}.`);
    await delay(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, passed / 20)));
  }
}
