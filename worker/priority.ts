import { getPriority, setPriority } from 'node:os';

// Steps behind API, MongoDB and Redis where they share its cores: whoever calls waits, mails have time. Measured with 300
// calls and 1,000 mails a second on two cores: at most half as many answers over 250 ms, and as many mails.
// Alone on its machine it makes no difference. What was started as less urgent stays so; threads that are started later
// are as their starter, so that it is imported early.
const NICE = 5;

try {
  if (getPriority() < NICE) setPriority(NICE);
} catch {
  // Where a sandbox forbids it, all are equal as before.
}
