import type { StartCheck } from '../../common/config/check-row.ts';
import type { Section, Setting } from '../../common/config/setting.ts';
import { SETTING_CHECKS } from '../../common/config/setting-checks.ts';
import { SECTIONS } from '../../common/config/table.ts';
import { SCHEMA_CHECKS, START_CHECKS } from '../../common/start/start-checks.ts';
import { MAIL_CHECKS } from '../../worker/sending/transport/try-servers.ts';

const WIDTH = 120;

function comment(text: string): string {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line !== '#' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return `${[...lines, line].join('\n')}\n`;
}

const typeOf = ({ type, unit }: Setting): string => (unit === null ? type : `${type} (${unit})`);

/** The type in the page, where most are whole numbers of a unit: `1–64 slices`, `1+ bytes`. */
function shortTypeOf(setting: Setting): string {
  const [, range, least] = /^whole number, (?:(\d+ to \d+)|at least (\d+))$/.exec(setting.type) ?? [];
  const numbers = range?.replace(' to ', '–') ?? (least && `${least}+`);
  return numbers === undefined || setting.unit === null ? typeOf(setting) : `${numbers} ${setting.unit}`;
}

const HEAD_OF_ENVIRONMENT =
  comment('Every setting. Made by `npm run docs:settings` from common/config/table.ts; do not edit.') +
  comment(
    'All are read from the environment and checked once, at the start. `npm start` and the other commands also read them from a ' +
      'file `.env` next to this one.',
  );

function environmentEntry([name, setting]: [string, Setting]): string {
  const { reason, standard, otherwise } = setting;
  const unset = otherwise === null ? '' : `; default: ${otherwise}`;
  return `${comment(reason)}${comment(`[${typeOf(setting)}${unset}]`)}# ${name}=${standard ?? ''}\n`;
}

export const environmentExample = (): string =>
  [
    HEAD_OF_ENVIRONMENT,
    ...SECTIONS.map(({ title, about, settings }) =>
      [
        `# --- ${title} ${'-'.repeat(WIDTH - title.length - 7)}\n${about === undefined ? '' : comment(about)}`,
        ...Object.entries(settings).map(environmentEntry),
      ].join('\n'),
    ),
  ].join('\n');

const HEAD_OF_PAGE = `# Settings

Made by \`npm run docs:settings\` from \`common/config/table.ts\`; do not edit. The programs read settings from the environment and check
them once, at the start. Brackets have the type, then the default. Numbers with a unit are whole, unless their type is "number".
`;

const escaped = (text: string): string => text.replace(/[<*]/g, '\\$&');

function line([name, setting]: [string, Setting]): string {
  const { reason, standard, otherwise } = setting;
  const unset = standard === null ? escaped(otherwise ?? '') : `\`${standard}\``;
  return `- \`${name}\` (${escaped(shortTypeOf(setting))}${unset && `; ${unset}`}): ${escaped(reason)}\n`;
}

function listOf({ title, about, settings }: Section): string {
  const lines = Object.entries(settings).map(line).join('');
  const words = about === undefined ? '' : `${escaped(about)}\n\n`;
  return `\n## ${title}\n\n${words}${lines}`;
}

/** Every check, in the order in which a start makes them. */
const CHECKS: readonly StartCheck<never>[] = [
  ...SETTING_CHECKS,
  ...START_CHECKS,
  ...SCHEMA_CHECKS,
  ...MAIL_CHECKS,
];

function checkLine({ setting, question, override }: StartCheck<never>): string {
  const names = setting.split(', ').map((name) => (name === 'all' ? 'all settings' : `\`${name}\``));
  return `- ${names.join(', ')}: ${question}${override === undefined ? '' : ` \`${override}\` starts all the same.`}\n`;
}

const checksOf = (finding: StartCheck<never>['finding']): string =>
  CHECKS.filter((one) => one.finding === finding)
    .map(checkLine)
    .join('');

const checksPart = (): string => `
## Checks

A value of another type stops the start. A start also stops if the answer to one of these is no:

${checksOf('refuse')}
The log has a warning if the answer to one of these is no:

${checksOf('warn')}`;

export const settingsPage = (): string => HEAD_OF_PAGE + SECTIONS.map(listOf).join('') + checksPart();
