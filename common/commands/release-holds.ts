import { parseArgs } from 'node:util';
import { holdOfSend, releaseHold } from '../backup/release.ts';
import { heldByRestore, reportText } from '../backup/report.ts';
import { commandLine } from '../config/command-line.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const USAGE = `Usage: ${commandLine('release-holds')} [option]

Without an option: lists everything that a restore holds. An option releases it; its mails are then sent.

  --all               releases everything
  --send ID           releases a single send (as single-send/resume)
  --automation ID     releases an automation (as automations/set-live)
  --messages ACCOUNT  releases the single messages of an account
  --webhooks ACCOUNT  enables the webhooks of an account

Cancel by single-send/cancel, automations/pause, messages/cancel or webhooks/delete.

Example:
  ${commandLine('release-holds --send 12')}`;

await runCommand({
  usage: USAGE,
  read() {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        send: { type: 'string' },
        automation: { type: 'string' },
        messages: { type: 'string' },
        webhooks: { type: 'string' },
      },
    });
    if (positionals.length > 0) throw new CommandMisuse();
    return values;
  },
  async run({ all, send, automation, messages, webhooks }) {
    const held = await heldByRestore();
    if (!all && !send && !automation && !messages && !webhooks) {
      console.log(reportText(held));
      return;
    }
    const named = {
      'running send': send,
      'scheduled send': send,
      'live automation': automation,
      messages,
      webhooks,
    };
    const wanted = held.filter(({ kind, id }) => all || String(id) === named[kind]);
    if (wanted.length === 0) throw new CommandRefusal('The restore holds nothing with this id.');
    for (const one of wanted) {
      if (!(await releaseHold(one))) continue;
      const still = one.kind === 'scheduled send' ? await holdOfSend(one.user_id, one.id) : null;
      const then = still ? `; it is still held: ${still}` : '';
      const isOfAccount = one.kind === 'messages' || one.kind === 'webhooks';
      const what = isOfAccount ? `of account ${one.id}` : `${one.id} (${JSON.stringify(one.name)})`;
      console.log(`Released: ${one.kind} ${what}${then}`);
    }
  },
});
