import { parseArgs } from 'node:util';
import { runCommand } from './run-command.ts';
import { resumeSending } from './sending-stop.ts';

await runCommand({
  usage: 'Usage: npm run resume-sending',
  read: () => parseArgs(),
  async run() {
    const resumed = await resumeSending();
    console.log(resumed ? 'Mails go out again, from where they stood.' : 'Sending was not stopped.');
  },
});
