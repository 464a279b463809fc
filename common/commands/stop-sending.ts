import { parseArgs } from 'node:util';
import { CommandMisuse, runCommand } from './run-command.ts';
import { stopSending } from './sending-stop.ts';

const USAGE = `Usage: npm run stop-sending [-- --reason TEXT]
No mail of any account leaves, nor any of the service itself, until npm run resume-sending. Nothing is lost.`;

await runCommand({
  usage: USAGE,
  anySecret: true,
  read() {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { reason: { type: 'string', default: '' } },
    });
    if (positionals.length > 0) throw new CommandMisuse();
    return values.reason.trim().slice(0, 500);
  },
  async run(given) {
    const { at, reason } = await stopSending(given);
    console.log(`All sending is stopped since ${at.toISOString()}${reason === '' ? '' : ` (${reason})`}.`);
    console.log(
      'Workers hand nothing more over within seconds; npm run resume-sending goes on where they stood.',
    );
  },
});
