import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BUILD_IN_WORDS } from './version.ts';

const HELP = ['--help', '-h'];
const VERSION = ['--version', '-v'];

/** Whether the words ask for help or the version, which need no settings and no store. */
export const isQuestion = (words: readonly string[]): boolean =>
  words.some((word) => HELP.includes(word) || VERSION.includes(word));

/** Answers --help and --version, wherever they stand. False: neither is asked for. */
export function answersQuestion(usage: string): boolean {
  const words = process.argv.slice(2);
  if (!isQuestion(words)) return false;
  console.log(words.some((word) => HELP.includes(word)) ? usage : BUILD_IN_WORDS);
  return true;
}

/** The arguments of a program. It ends with its usage for `--help`, and with one line and code 2 for others than these. */
export function readArguments<const Wanted extends ParseArgsConfig>(
  usage: string,
  wanted: Wanted,
): ReturnType<typeof parseArgs<Wanted>> {
  if (answersQuestion(usage)) process.exit(0);
  try {
    return parseArgs(wanted);
  } catch (error) {
    // Node explains how to write a text that begins with a hyphen.
    return refuseArguments((error as Error).message.split('. To ')[0]!);
  }
}

/** Ends a program whose arguments are wrong. */
export function refuseArguments(problem: string): never {
  console.error(`${problem.replace(/\.$/, '')}. --help describes the arguments.`);
  process.exit(2);
}

/** Answers --help and --version of a program, which otherwise reads settings alone, and ends it. Other arguments are refused. */
export function answerOptions(program: string, about: string): void {
  const usage = `Usage: ${program}\n\n${about}\n\nIt takes no arguments, and reads its settings from the environment (docs/settings.md).`;
  if (answersQuestion(usage)) process.exit(0);
  const [option] = process.argv.slice(2);
  if (option !== undefined)
    refuseArguments(`${program} takes no arguments, and was given ${JSON.stringify(option)}`);
}
