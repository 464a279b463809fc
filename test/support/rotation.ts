const DAY_MS = 86_400_000;

/**
 * Which of `count` parts a run plays today, from 0 on, where only the nightly run plays all. `DAY`, in days since 1970, repeats the choice of
 * another day.
 */
export const today = (count: number): number =>
  Number(process.env['DAY'] ?? Math.floor(Date.now() / DAY_MS)) % count;
