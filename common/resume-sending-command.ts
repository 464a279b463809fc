import { parseArgs } from 'node:util';
import { runCommand } from './backup/command.ts';
import { resumeSending } from './quotas/sending.ts';

/** `npm run resume-sending`. */
await runCommand(async () => {
  parseArgs();
  const resumed = await resumeSending();
  console.log(resumed ? 'Mails go out again, from where they stood.' : 'Sending was not stopped.');
});
