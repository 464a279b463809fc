import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import { confirmForAll, FOR_ALL } from './confirm.ts';
import { CommandMisuse, runCommand } from './run-command.ts';
import { stopSending } from './sending-stop.ts';

const USAGE = `Usage: ${commandLine('stop-sending')} --all [--yes] [--reason TEXT]

Stops all mails of all accounts and of the service itself, until resume-sending. Nothing is lost.

  --all          says that all accounts are meant; required
  --yes          asks no question; required where there is no terminal
  --reason TEXT  shown to operators

Example:
  ${commandLine('stop-sending --all --reason "Our address is on a blocklist"')}`;

await runCommand({
  usage: USAGE,
  anySecret: true,
  async read() {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { reason: { type: 'string', default: '' }, ...FOR_ALL },
    });
    if (positionals.length > 0) throw new CommandMisuse();
    await confirmForAll(values, 'Stop all mails of all accounts?');
    return values.reason.trim().slice(0, 500);
  },
  async run(given) {
    const { at, reason } = await stopSending(given);
    console.log(`All sending stopped since ${at.toISOString()}${reason === '' ? '' : ` (${reason})`}.`);
    console.log(
      `Workers stop within seconds. \`${commandLine('resume-sending --all')}\` continues where they stopped.`,
    );
  },
});
