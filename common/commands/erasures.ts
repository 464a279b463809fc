import { parseArgs } from 'node:util';
import { writeErasures } from '../backup/erasures-file.ts';
import { CommandMisuse, runCommand } from './run-command.ts';

const USAGE = `Usage: npm run erasures -- FILE
  Writes which addresses were erased, as hashes, and which accounts were deleted into FILE, while the service runs. A restore of
  an older backup on an empty machine takes it (npm run restore -- BACKUP --erasures FILE), and erases and deletes them again.`;

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
      `${file}: ${await writeErasures(file)} erasure(s) and deletion(s). Keep it apart from the backups, and renew it often.`,
    );
  },
});
