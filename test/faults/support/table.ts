import type { Tally } from './scenario.ts';

interface Line extends Tally {
  readonly name: string;
  readonly seconds: number;
}

/** The results as a table that reads well in a terminal and in Markdown. */
export function tableOf(lines: readonly Line[], seed: number): string {
  const heads = ['scenario', 'faults', 'recipients', 'lost', 'doubled', 'bound', 'seconds', ''];
  const cells = lines.map(({ name, faults, recipients, lost, doubled, bound, seconds, broken }) => [
    name,
    faults,
    String(recipients),
    String(lost),
    String(doubled),
    String(bound),
    String(seconds),
    lost === 0 && doubled <= bound && broken.length === 0 ? 'holds' : 'BROKEN',
  ]);
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  const total = Math.round(lines.reduce((sum, { seconds }) => sum + seconds, 0));
  return [
    line(heads),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...cells.map(line),
    `seed ${seed}, ${total} s`,
  ].join('\n');
}
