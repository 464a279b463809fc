import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import { runCommand } from './run-command.ts';
import { resumeSending } from './sending-stop.ts';

await runCommand({
  usage: `Usage: ${commandLine('resume-sending')}

Resumes all sending after stop-sending. Sends continue where they stopped.

Example:
  ${commandLine('resume-sending')}`,
  read: () => parseArgs(),
  async run() {
    const resumed = await resumeSending();
    console.log(resumed ? 'Sending resumed. Sends continue where they stopped.' : 'Sending was not stopped.');
  },
});
