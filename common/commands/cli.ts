import { commandLine } from '../config/command-line.ts';
import { VERSION } from '../config/version.ts';
import { COMMANDS } from './list.ts';

/** `cli.ts COMMAND [arguments]` runs a command for operators. In a clone: `npm run cli -- COMMAND`. */
const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2;

const USAGE = `Usage: ${commandLine('COMMAND [arguments]')}

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(width)}${about}`)
  .join('\n')}

COMMAND --help describes a command, with examples. --version prints the version.`;

const [name = '--help'] = process.argv.splice(2, 1);
if (name === '--version') console.log(VERSION);
else if (['--help', '-h', 'help'].includes(name)) console.log(USAGE);
else if (Object.hasOwn(COMMANDS, name)) await COMMANDS[name]!.load();
else {
  console.error(`Unknown command ${name}.\n${USAGE}`);
  process.exitCode = 1;
}
