import { parseArgs } from 'node:util';
import { writeErasures } from '../backup/erasures-file.ts';
import { commandLine } from '../config/command-line.ts';
import { CommandMisuse, runCommand } from './run-command.ts';

const USAGE = `Usage: ${commandLine('erasures')} FILE

Writes the erased addresses (as hashes) and the deleted accounts into FILE. The service may run. Give FILE to a restore
of an older backup on an empty machine, which then erases and deletes them again.

Examples:
  ${commandLine('erasures erasures.txt')}
  ${commandLine('restore mailing.backup --erasures erasures.txt')}`;

await runCommand({
  usage: USAGE,
  read() {
    const { positionals } = parseArgs({ allowPositionals: true });
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new CommandMisuse();
    return { file };
  },
  async run({ file }) {
    console.log(
      `${file}: ${await writeErasures(file)} erasure(s) and deletion(s). Keep the file apart from the backups, and write it again often.`,
    );
  },
});
