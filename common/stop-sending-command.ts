import { parseArgs } from 'node:util';
import { Refused, runCommand } from './backup/command.ts';
import { stopSending } from './quotas/sending.ts';

const USAGE = `Usage: npm run stop-sending [-- --reason TEXT]
No mail of any account leaves, nor any of the service itself, until npm run resume-sending. Nothing is lost.`;

/** `npm run stop-sending`. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string', default: '' } },
  });
  if (positionals.length > 0) throw new Refused(USAGE);
  const { at, reason } = await stopSending(values.reason.trim().slice(0, 500));
  console.log(`All sending is stopped since ${at.toISOString()}${reason === '' ? '' : ` (${reason})`}.`);
  console.log(
    'Workers hand nothing more over within seconds; npm run resume-sending goes on where they stood.',
  );
});
