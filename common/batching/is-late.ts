/** Milliseconds after which a question or a write, whose connection may be dead, holds up no other that comes after it. */
export const LATE_MS = 1000;

/**
 * Waits until work has ended, well or not, for so many milliseconds at most. Whether it is late. After a loop that was held up, timers come before
 * what was received meanwhile, and immediates after it: so an answer that was there in time is read first, however busy this process was.
 */
export async function isLate(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, true), ms);
    timer.unref();
  });
  const ended = (): boolean => false;
  try {
    return await Promise.race([work.then(ended, ended), late]);
  } finally {
    clearTimeout(timer);
  }
}
