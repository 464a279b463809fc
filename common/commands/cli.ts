#!/usr/bin/env node
import { commandLine } from '../config/command-line.ts';
import { BUILD_IN_WORDS } from '../config/version.ts';
import { COMMANDS, commandOf } from './list.ts';

const { LASTING_PROGRAMS, loadProgram } = await import('./programs.ts');

/** `cli.ts COMMAND [arguments]` runs a program or a command for operators. In an image: `mailing COMMAND`; in a clone: `npm run cli -- COMMAND`. */
const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2;

const lines = (entries: readonly (readonly [name: string, about: string])[]): string =>
  entries.map(([name, about]) => `  ${name.padEnd(width)}${about}`).join('\n');

const USAGE = `Usage: ${commandLine('COMMAND [arguments]')}

Programs, which run until they are stopped:
${lines(Object.entries(LASTING_PROGRAMS))}

Commands:
${lines(Object.entries(COMMANDS).map(([name, { about }]) => [name, about]))}

COMMAND --help describes a command, with examples. --version prints version, commit and date.`;

const [name = '--help'] = process.argv.splice(2, 1);
const command = commandOf(name);
process.setSourceMapsEnabled(true);
if (['--version', '-v'].includes(name)) console.log(BUILD_IN_WORDS);
else if (['--help', '-h', 'help'].includes(name)) console.log(USAGE);
else if (Object.hasOwn(LASTING_PROGRAMS, name)) await loadProgram(`${name}/main`);
else if (command) await command.load();
else {
  console.error(`Unknown command ${name}.\n${USAGE}`);
  process.exitCode = 1;
}
