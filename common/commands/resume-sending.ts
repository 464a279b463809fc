import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import { confirmForAll, FOR_ALL } from './confirm.ts';
import { runCommand } from './run-command.ts';
import { resumeSending } from './sending-stop.ts';

await runCommand({
  usage: `Usage: ${commandLine('resume-sending')} --all [--yes]

Resumes all sending after stop-sending. Sends continue where they stopped.

  --all  says that all accounts are meant; required
  --yes  asks no question; required where there is no terminal

Example:
  ${commandLine('resume-sending --all')}`,
  read: () => confirmForAll(parseArgs({ options: FOR_ALL }).values, 'Resume all mails of all accounts?'),
  async run() {
    const resumed = await resumeSending();
    console.log(resumed ? 'Sending resumed. Sends continue where they stopped.' : 'Sending was not stopped.');
  },
});
