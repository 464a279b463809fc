/** The one place that time comes from, so that a test can run a month in seconds. */
let read = (): number => Date.now();

/** Now. */
export const now = (): Date => new Date(read());

/** Replaces the clock; without an argument it is the machine's again. For tests. */
export function setClock(milliseconds?: () => number): void {
  read = milliseconds ?? Date.now;
}
