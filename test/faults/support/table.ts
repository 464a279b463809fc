import type { Result } from './scenario.ts';

/** Whether no recipient was lost and no more mails were doubled than allowed. */
export const isHarmless = ({ lost, doubled, bound }: Result): boolean => lost === 0 && doubled <= bound;

export const holds = (result: Result): boolean => isHarmless(result) && result.broken.length === 0;

/** The results as a table that is readable in a terminal and in Markdown. */
export function tableOf(lines: readonly Result[]): string {
  const heads = ['scenario', 'faults', 'recipients', 'lost', 'doubled', 'bound', 'seconds', ''];
  const cells = lines.map((result) => {
    const { name, faults, recipients, lost, doubled, bound, seconds } = result;
    return [
      name,
      faults,
      ...[recipients, lost, doubled, bound, seconds].map(String),
      result.notRun ? `not run: ${result.notRun}` : holds(result) ? 'holds' : 'BROKEN',
    ];
  });
  return alignTable(heads, cells);
}

/** A table in Markdown with aligned columns. */
export function alignTable(heads: readonly string[], cells: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [
    line(heads),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...cells.map(line),
  ].join('\n');
}
