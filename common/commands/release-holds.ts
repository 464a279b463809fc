import { parseArgs } from 'node:util';
import { holdOfSend, releaseHold } from '../backup/release.ts';
import { heldByRestore, reportText } from '../backup/report.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const USAGE = `Usage: npm run release-holds                    lists what a restore holds
       npm run release-holds -- --all           lets all of it go
       npm run release-holds -- --send ID       lets a single send go (or single-send/resume)
       npm run release-holds -- --automation ID lets an automation go (or automations/set-live)
       npm run release-holds -- --messages ACCOUNT lets the single messages of an account go
       npm run release-holds -- --webhooks ACCOUNT lets the webhooks of an account be called
What is not to go is cancelled: single-send/cancel, automations/pause, messages/cancel, webhooks/delete.`;

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
    if (wanted.length === 0) throw new CommandRefusal('There is no such thing that a restore holds.');
    for (const one of wanted) {
      if (!(await releaseHold(one))) continue;
      const still = one.kind === 'scheduled send' ? await holdOfSend(one.id) : null;
      const then = still ? `, and still held: ${still}` : '';
      const isOfAccount = one.kind === 'messages' || one.kind === 'webhooks';
      const what = isOfAccount ? `of account ${one.id}` : `${one.id} (${JSON.stringify(one.name)})`;
      console.log(`Let go: ${one.kind} ${what}${then}`);
    }
  },
});
