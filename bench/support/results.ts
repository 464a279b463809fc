import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { PROGRAMS } from '../programs.ts';
import { type Figure, median, reached } from './figures.ts';

/** What the runs of one program brought. */
export interface Measured {
  readonly name: string;
  readonly runs: Figure[][];
}

const VERSIONS = ['bullmq', 'koa', 'mongoose', 'nodemailer', 'papaparse', 'tsx'] as const;

/** RESULTS.md, whole: each figure with all its runs, their middle, and whether that reaches its goal. */
export function resultsPage(measured: readonly Measured[]): string {
  const { dependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { dependencies: Record<string, string> };
  const versions = VERSIONS.map((name) => `${name} ${dependencies[name] ?? '?'}`).join(', ');
  return `# Results

Made by \`npm run bench -- --all\` on ${new Date().toISOString().slice(0, 10)}; what each figure is to show stands in
[REQUIREMENTS.md](REQUIREMENTS.md). ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node};
${versions}. Sender, sink and stores share these cores.

${measured.map(section).join('\n')}`;
}

function section({ name, runs }: Measured): string {
  const { file, args, environment = {} } = PROGRAMS[name]!;
  const command = [
    ...Object.entries(environment).map(([key, value]) => `${key}=${value}`),
    'node --import tsx',
    `bench/${file}`,
    ...args,
  ].join(' ');
  const figures = runs[0] ?? [];
  if (figures.length === 0) return `## ${name}\n\`${command}\`: no run ended well.\n`;
  const lines = figures.map((figure, at) => {
    const values = runs.flatMap((run) => (run[at] ? [run[at].value] : []));
    const goal =
      figure.goal && ('atLeast' in figure.goal ? `≥ ${figure.goal.atLeast}` : `≤ ${figure.goal.atMost}`);
    const middle = median(values);
    const verdict = { true: 'yes', false: '**no**', null: '' }[String(reached(figure, middle)) as 'true'];
    return `| ${figure.what} | ${middle} | ${values.join(' · ')} | ${figure.unit} | ${goal ?? ''} | ${verdict} |`;
  });
  return `## ${name}\n\`${command}\`\n\n| figure | median | runs | unit | goal | reached |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n`;
}
