import { getPriority, setPriority } from 'node:os';

// Gives API, MongoDB and Redis precedence when they share the worker's cores: callers wait for answers, mails have time. Measured
// with 300 calls and 1,000 mails a second on two cores: at most half as many answers over 250 ms, and as many mails. A worker alone
// on its machine is not slower. A process that was started with a lower priority keeps it. Threads inherit the priority of the
// thread that starts them, so this module is imported early.
const NICE = 5;

try {
  if (getPriority() < NICE) setPriority(NICE);
} catch {
  // A sandbox may forbid it. Then all processes have the same priority.
}
