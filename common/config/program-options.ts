import { BUILD_IN_WORDS } from './version.ts';

/** Answers --help and --version of a program, which otherwise reads settings alone, and ends it. */
export function answerOptions(program: string, about: string): void {
  const [option = ''] = process.argv.slice(2);
  if (['--version', '-v'].includes(option)) console.log(BUILD_IN_WORDS);
  else if (['--help', '-h'].includes(option))
    console.log(
      `Usage: ${program}\n\n${about}\n\nIt takes no arguments, and reads its settings from the environment (docs/settings.md).`,
    );
  else return;
  process.exit(0);
}
