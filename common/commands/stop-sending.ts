import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import { CommandMisuse, runCommand } from './run-command.ts';
import { stopSending } from './sending-stop.ts';

const USAGE = `Usage: ${commandLine('stop-sending')} [--reason TEXT]

Stops all mails of all accounts and of the service itself, until resume-sending. Nothing is lost.

  --reason TEXT  shown to operators

Example:
  ${commandLine('stop-sending --reason "Our address is on a blocklist"')}`;

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
    console.log(`All sending stopped since ${at.toISOString()}${reason === '' ? '' : ` (${reason})`}.`);
    console.log(
      `Workers stop within seconds. \`${commandLine('resume-sending')}\` continues where they stopped.`,
    );
  },
});
