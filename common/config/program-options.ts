import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BUILD_IN_WORDS } from './version.ts';

/** The arguments of a program. It ends with its usage for `--help`, and with one line and code 2 for others than these. */
export function readArguments<const Wanted extends ParseArgsConfig>(
  usage: string,
  wanted: Wanted,
): ReturnType<typeof parseArgs<Wanted>> {
  if (process.argv.slice(2).some((one) => one === '--help' || one === '-h')) {
    console.log(usage);
    process.exit(0);
  }
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
  const [option] = process.argv.slice(2);
  if (option === undefined) return;
  if (['--version', '-v'].includes(option)) console.log(BUILD_IN_WORDS);
  else if (['--help', '-h'].includes(option))
    console.log(
      `Usage: ${program}\n\n${about}\n\nIt takes no arguments, and reads its settings from the environment (docs/settings.md).`,
    );
  else refuseArguments(`${program} takes no arguments, and was given ${option}`);
  process.exit(0);
}
