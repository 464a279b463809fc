import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { PROGRAMS } from '../programs.ts';
import { type Figure, median, reached } from './figures.ts';
import { RATIOS } from './ratios.ts';

/** The results of the runs of one program. */
export interface Measured {
  readonly name: string;
  /** ISO date. */
  readonly on: string;
  /** The processor. */
  readonly machine: string;
  /** The commit that was measured, in eight digits, with `-dirty` where the tree had other changes. */
  readonly commit?: string;
  readonly runs: readonly (readonly Figure[])[];
}

/** The processor of this machine. */
export const machine = (): string => cpus()[0]?.model.trim() ?? 'unknown';

const FOLDER = new URL('../', import.meta.url);
const PAGE = new URL('RESULTS.md', FOLDER);
const VERSIONS = ['bullmq', 'koa', 'mongoose', 'nodemailer', 'papaparse', 'tsx'] as const;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: FOLDER, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit of this folder; undefined without a repository. */
export function commitOfNow(): string | undefined {
  try {
    return git('rev-parse', 'HEAD').slice(0, 8) + (git('status', '--porcelain') === '' ? '' : '-dirty');
  } catch {
    return undefined;
  }
}

/** Writes RESULTS.md with new results in place of earlier ones of the same programs. */
export function keepResults(measured: readonly Measured[]): void {
  const kept = new Map<string, Measured>();
  for (const one of [...readResults(readFileSync(PAGE, 'utf8')), ...measured]) kept.set(one.name, one);
  const inOrder = Object.keys(PROGRAMS).flatMap((name) => kept.get(name) ?? []);
  writeFileSync(PAGE, resultsPage(inOrder));
}

/** Reads the results from the text of RESULTS.md. They are stored nowhere else. */
export function readResults(page: string): Measured[] {
  return page.split(/^## /m).flatMap((text): Measured[] => {
    const [, name = '', on = '', by = '', commit] =
      /^(\S+)\n`.+` · (\S+) · (.+?)(?: · commit ([0-9a-f]{8}(?:-dirty)?))?\n/.exec(text) ?? [];
    if (!Object.hasOwn(PROGRAMS, name)) return [];
    const [, , ...lines] = text.split('\n').filter((line) => line.startsWith('|'));
    const rows = lines.map(readRow);
    const runs = (rows[0]?.values ?? []).map((_, run) =>
      rows.flatMap(({ figure, values }) =>
        values[run] === undefined ? [] : [{ ...figure, value: values[run] }],
      ),
    );
    return [{ name, on, machine: by, ...(commit && { commit }), runs }];
  });
}

function readRow(line: string): { figure: Omit<Figure, 'value'>; values: readonly number[] } {
  const [, what = '', , runs = '', unit = '', goal = ''] = line.split('|').map((cell) => cell.trim());
  const [sign, bound] = goal.split(' ');
  const asked = sign === '≥' ? { atLeast: Number(bound) } : { atMost: Number(bound) };
  return {
    figure: { what, unit, ...(goal !== '' && { goal: asked }) },
    values: runs.split(' · ').map(Number),
  };
}

/** Returns the text of RESULTS.md: each figure with all its runs, their median, and whether the median reaches the goal. */
export function resultsPage(measured: readonly Measured[]): string {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', FOLDER), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const versions = VERSIONS.map((name) => `${name} ${dependencies[name] ?? '?'}`).join(', ');
  return `# Results

Made by \`npm run bench\`; [REQUIREMENTS.md](REQUIREMENTS.md) says what each figure shows. ${cpus().length} cores,
${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; ${versions}. Sender, sink and stores share these cores.

## How cost grows
${table(ratios(measured))}
${measured.map(section).join('\n')}
[PROFILES.md](PROFILES.md) has the profiles, and the bounds that were not reached.
`;
}

/** The values of a figure, one for each run. */
type Row = readonly [Figure, readonly number[]];

function table(rows: readonly Row[]): string {
  const lines = rows.map(([figure, values]) => {
    const { goal } = figure;
    const asked = goal && ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`);
    const middle = median(values);
    const verdict = { true: 'yes', false: '**no**', null: '' }[String(reached(figure, middle)) as 'true'];
    return `| ${figure.what} | ${middle} | ${values.join(' · ')} | ${figure.unit} | ${asked ?? ''} | ${verdict} |`;
  });
  return `\n| figure | median | runs | unit | goal | reached |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n`;
}

function section({ name, on, machine, commit, runs }: Measured): string {
  const { file, args } = PROGRAMS[name]!;
  const command = ['node --import tsx', `bench/${file}`, ...args].join(' ');
  const head = `## ${name}\n\`${command}\` · ${on} · ${machine}${commit ? ` · commit ${commit}` : ''}\n`;
  if (!runs[0]) return `${head}\nNo run succeeded.\n`;
  return `${head}${table(rowsOf(runs))}`;
}

const rowsOf = (runs: Measured['runs']): Row[] =>
  (runs[0] ?? []).map((figure, at) => [figure, runs.flatMap((run) => (run[at] ? [run[at].value] : []))]);

/** The ratio of one program's figure to that of another program, for each run. */
function ratios(measured: readonly Measured[]): Row[] {
  const valuesOf = (program: string, beginning: string): readonly number[] =>
    rowsOf(measured.find(({ name }) => name === program)?.runs ?? []).find(([{ what }]) =>
      what.startsWith(beginning),
    )?.[1] ?? [];
  return RATIOS.flatMap(({ what, figure, of, to, goal }): Row[] => {
    const base = valuesOf(to, figure);
    const values = valuesOf(of, figure).flatMap((value, at) =>
      base[at] ? [Number((value / base[at]).toFixed(2))] : [],
    );
    return values.length > 0 ? [[{ what, value: values[0]!, unit: '×', goal }, values]] : [];
  });
}
