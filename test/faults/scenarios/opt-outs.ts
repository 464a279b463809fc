import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../../bench/support/ask.ts';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { mailOf } from '../../support/mail-of.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf } from '../support/bounds.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';

/** Milliseconds after the answer in which a mail may still arrive: one that a worker has already read, or that is under way. */
const GRACE_MS = 5000;
/** Mails a second: slow enough that most of the send is later than the grace period. */
const RATE = { short: 150, long: 500 };

type Row = Pick<DeliveryDocument, '_id' | 'user_id' | 'email' | 'contact_id'>;
type OptOut = (arena: Arena, row: Row) => Promise<unknown>;

/** The ways in which a recipient can stop all further mails. */
const WAYS: Readonly<Record<string, OptOut>> = {
  async unsubscribed({ stack }, row) {
    const token = signToken(tokenKey(stack.environment['APP_SECRET']!), 'unsubscribe', mailOf(row));
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const answer = await ask(`${stack.origin}/unsubscribe/${token}`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`unsubscribe: ${answer.status}`);
    await answer.arrayBuffer();
  },
  suppressed: ({ stack }, { email }) => stack.call('/global-unsubscribes/save', { email_address: email }),
  async deleted({ stack }, { contact_id }) {
    await stack.call('/contacts/bulk-delete', { strIds: [contact_id] });
  },
};

async function run(options: RunOptions): Promise<Tally> {
  const { short, size = short ? 2000 : 20_000 } = options;
  const each = short ? 20 : 100;
  const environment = {
    ...environmentOf({ connections: 10, slices: 3, recordMails: 50 }),
    SMTP_RATE: String(short ? RATE.short : RATE.long),
  };
  return inArena(options, { environment, hasten: short }, async (arena) => {
    await arena.lay(size);
    await arena.startWorkers(short ? 1 : 2);
    const utr = await arena.send();
    await until(async () => (await arena.taken()) >= size / 20, 'the send to be under way', 120_000);

    const mailing = await arena.mailing(utr);
    const open = await rows(Delivery)
      .find({ mailing, state: 'pending' })
      .project<Row>({ user_id: 1, email: 1, contact_id: 1 })
      .sort({ _id: 1 })
      .toArray();
    const ways = Object.entries(WAYS);
    const sentBefore = await arena.taken();
    const answered = new Map<string, { way: string; at: number }>();
    for (let round = 0; round < each; round += 1) {
      // Any recipient whose mail is not sent yet; some mails are being sent at this moment.
      const sent = (await arena.taken()) - sentBefore;
      const ahead = open.slice(sent).filter(({ email }) => !answered.has(email));
      if (ahead.length < size / 20) break;
      await Promise.all(
        ways.map(async ([way, optOut]) => {
          const [row] = ahead.splice(arena.random.integer(0, ahead.length - 1), 1);
          await optOut(arena, row!);
          answered.set(row!.email, { way, at: Date.now() });
        }),
      );
    }
    await arena.completed(utr, 300);
    await delay(500);

    let within = 0;
    const late: string[] = [];
    for (const { to, at } of await arena.copies()) {
      const out = answered.get(to);
      if (!out || at < out.at) continue;
      if (at <= out.at + GRACE_MS) within += 1;
      else late.push(`${to}, ${out.way}, ${at - out.at} ms after the answer`);
    }
    const { skipped = 0, delivered = 0 } = await arena.details(utr);
    const broken = late.length > 0 ? [`mailed all the same: ${late.slice(0, 3).join('; ')}`] : [];
    if (skipped + delivered !== size) broken.push(`${skipped} skipped and ${delivered} sent are not ${size}`);
    if (answered.size < each) broken.push(`only ${answered.size} opted out before it was over`);
    // Otherwise the run proved nothing. In a short send a worker has read nearly all rows at once.
    if (skipped < answered.size / (short ? 10 : 4))
      broken.push(`only ${skipped} of ${answered.size} were left out`);
    return {
      faults: `${answered.size} opt-outs`,
      recipients: size,
      lost: late.length,
      doubled: 0,
      bound: 0,
      broken,
      figures: { skipped, within_5_s: within },
    };
  });
}

export const optOuts: Scenario = {
  name: 'opt-outs',
  claim:
    'unsubscribed, suppressed, deleted in mid-send: no mail from 5 s after the answer (lost: mails that came)',
  run,
};
