import { createInterface } from 'node:readline/promises';
import { CommandMisuse, CommandRefusal } from './run-command.ts';

/** The options of a command that changes something for all accounts. */
export const FOR_ALL = {
  all: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

/** Without --all it shows the usage. Without --yes a person answers at a terminal. */
export async function confirmForAll(
  { all, yes }: { readonly all: boolean; readonly yes: boolean },
  question: string,
): Promise<void> {
  if (!all) throw new CommandMisuse('Add --all, because this command concerns all accounts.');
  if (yes) return;
  if (!process.stdin.isTTY) throw new CommandRefusal('The question needs a terminal. Add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} Type yes: `);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandRefusal('Nothing was changed.');
}
