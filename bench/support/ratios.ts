import type { Figure } from './figures.ts';

/** The ratio of a figure of one program to the same figure of another. */
export interface Ratio {
  readonly what: string;
  /** How the figure's `what` begins in both programs. */
  readonly figure: string;
  readonly of: string;
  readonly to: string;
  readonly goal: NonNullable<Figure['goal']>;
}

export const RATIOS: readonly Ratio[] = Object.freeze([
  {
    what: 'CPU of a mail at 1,000,000 recipients compared with 10,000',
    figure: 'CPU of worker, mongod and Redis',
    of: 'send-million',
    to: 'send-growth',
    goal: { atMost: 1.1 },
  },
  {
    what: 'largest memory of a worker at 1,000,000 recipients compared with 100,000',
    figure: 'largest memory of a worker',
    of: 'send-million',
    to: 'send',
    goal: { atMost: 1.15 },
  },
  {
    what: 'CPU of an imported row at 1,000,000 compared with 100,000',
    figure: 'CPU of worker and mongod, fresh rows',
    of: 'import',
    to: 'import-growth',
    goal: { atMost: 1.1 },
  },
]);
