import { getPriority, setPriority } from 'node:os';

// Callers of the API wait for answers, mails have time. Measured with 300 calls and 1,000 mails a second on two cores: at most half
// as many answers over 250 ms, and as many mails; a worker alone is not slower. A lower priority from the start stays. Threads
// inherit it, so this module is imported early.
const NICE = 5;

try {
  if (getPriority() < NICE) setPriority(NICE);
} catch {
  // A sandbox may forbid it. Then all processes have the same priority.
}
