import { median } from '../../../bench/support/figures.ts';
import type { Answers } from '../attacks/attack.ts';
import { type Neighbour, PROGRAMS, type WatchedProgram } from './neighbour.ts';
import { TASKS, type Task } from './neighbour-tasks.ts';
import { alignTable } from './table.ts';

/** The results of one attack, or of several at the same time. */
export interface Row {
  readonly name: string;
  readonly answers: readonly Answers[];
  readonly alone: Neighbour;
  readonly during: Neighbour;
  readonly memory: {
    readonly ownMb: Readonly<Record<WatchedProgram, number>>;
    readonly renderersMb: number;
    readonly renderers: number;
  };
  /** The measures above their goal, as texts. */
  readonly late: readonly string[];
  /** The other violated claims, as texts. */
  readonly harm: readonly string[];
}

const ALL_TASKS = Object.keys(TASKS) as Task[];

const HEADS = [
  'attack',
  'it was answered',
  'p50',
  'p99',
  'p99 alone',
  ...PROGRAMS.map((name) => `health of ${name}`),
  ...ALL_TASKS.map((task) => `${task}, alone / meanwhile`),
  ...PROGRAMS.map((name) => `${name} MB`),
  'renderers MB',
  '',
];

const medianOf = (times: readonly number[]): string => (times.length > 0 ? String(median(times)) : '–');

const told = (answers: Answers): string =>
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || 'nothing';

/** All attacks with what the other account experienced, in milliseconds, in the form of the page in `docs/`. */
export const tableOfRows = (rows: readonly Row[]): string =>
  alignTable(
    HEADS,
    rows.map(({ name, answers, alone, during, memory, late, harm }) => [
      name,
      answers.map(told).join(' + '),
      ...[during.p50, during.p99, alone.p99].map(String),
      ...PROGRAMS.map((name) => String(during.health[name])),
      ...ALL_TASKS.map((task) => `${medianOf(alone.times[task])} / ${medianOf(during.times[task])}`),
      ...PROGRAMS.map((name) => String(memory.ownMb[name])),
      `${memory.renderersMb} (${memory.renderers})`,
      late.length + harm.length === 0 ? 'holds' : 'BROKEN',
    ]),
  );
