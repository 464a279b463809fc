import { median } from '../../../bench/support/figures.ts';
import type { Answers } from '../attacks/attack.ts';
import type { Neighbour } from './neighbour.ts';
import { alignTable } from './table.ts';

/** The results of one attack, or of several at the same time. */
export interface Row {
  readonly name: string;
  readonly answers: readonly Answers[];
  readonly alone: Neighbour;
  readonly during: Neighbour;
  /** Milliseconds of CPU of each program's longest turn; 0 when none took longer than 200 ms. */
  readonly turns: { readonly api: number; readonly worker: number };
  readonly memory: {
    readonly apiMb: number;
    readonly workerMb: number;
    readonly renderersMb: number;
    readonly renderers: number;
  };
  /** The measures above their goal, as texts. */
  readonly late: readonly string[];
  /** The other violated claims, as texts. */
  readonly harm: readonly string[];
}

const HEADS = [
  'attack',
  'it was answered',
  'p50',
  'p99',
  'p99 alone',
  'healthz',
  "worker's",
  'send alone',
  'during',
  'slowest',
  'import alone',
  'during',
  'API MB',
  'worker MB',
  'renderers MB',
  '',
];

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
      ...[during.p50, during.p99, alone.p99, during.healthz, during.workerHealthz].map(String),
      alone.sends.length > 0 ? String(median(alone.sends)) : '–',
      during.sends.length > 0 ? String(median(during.sends)) : '–',
      during.sends.length > 0 ? String(Math.max(...during.sends)) : '–',
      alone.imports.length > 0 ? String(median(alone.imports)) : '–',
      during.imports.length > 0 ? String(median(during.imports)) : '–',
      String(memory.apiMb),
      String(memory.workerMb),
      `${memory.renderersMb} (${memory.renderers})`,
      late.length + harm.length === 0 ? 'holds' : 'BROKEN',
    ]),
  );
