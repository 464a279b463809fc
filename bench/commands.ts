import mongoose from 'mongoose';
import { fillContacts } from './support/contacts.ts';
import { report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { completed, idOf, sendNewsletter } from './support/send-newsletter.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * The commands to MongoDB of one small send, in their order: `node --import tsx bench/commands.ts [recipients]`, by default 200.
 * MongoDB's own profiler records them, from the request to the end, those of the API included. Of several sends the one with the fewest counts: what
 * a worker asks once a second, whatever is sent, falls into some of them.
 */
const recipients = Number(process.argv[2] ?? 200);
const WARM_UP = 3;
const SENDS = 7;
const PROFILE_BYTES = 64 * 2 ** 20;
const SHOWN = 120;

interface Recorded {
  readonly ts: Date;
  readonly ns: string;
  readonly op: string;
  readonly command: Readonly<Record<string, unknown>>;
}

const stack = await startStack();
try {
  await run(stack);
} finally {
  await stack.stop();
}

async function run({ keys, call, startWorker }: Stack): Promise<void> {
  await layGround(call);
  await fillContacts(keys.user_id, recipients);
  startWorker();
  // Warm-up: one-time compilation, caches and connections do not count for this send.
  for (let at = 0; at < WARM_UP; at += 1) await send(call);
  const db = mongoose.connection.db!;
  await db.createCollection('system.profile', { capped: true, size: PROFILE_BYTES });
  await db.command({ profile: 2 });
  const sends: (readonly Recorded[])[] = [];
  for (let at = 0; at < SENDS; at += 1) {
    const from = new Date();
    const id = await send(call);
    const recorded = await db
      .collection<Recorded>('system.profile')
      .find({ ns: { $not: /system/ }, ts: { $gte: from } })
      .sort({ ts: 1 })
      .toArray();
    sends.push(recorded.filter(({ command }) => !isOwn(JSON.stringify(command), id)));
  }
  await db.command({ profile: 0 });
  const commands = sends.reduce((fewest, one) => (one.length < fewest.length ? one : fewest));
  console.log(`commands of each send: ${sends.map(({ length }) => length).join(', ')}`);
  for (const { ts, ns, command } of commands) {
    const [name] = Object.keys(command);
    const at = String(ts.getTime() - commands[0]!.ts.getTime()).padStart(5);
    console.log(`${at} ms  ${ns.split('.')[1]} ${name} ${JSON.stringify(filterOf(command)).slice(0, SHOWN)}`);
  }
  report({
    what: `commands to MongoDB of a send to ${recipients.toLocaleString('en')}`,
    value: commands.length,
    unit: 'commands',
    goal: { atMost: 72 },
  });
}

/** Whether a command is this program's: what id the send has, and whether it is completed. */
function isOwn(command: string, id: number): boolean {
  return command.includes(`"_id":${id},"status":3`) || command.includes('"filter":{"utr":');
}

/** The filter of a command. */
function filterOf(command: Recorded['command']): unknown {
  const [first] = (command['pipeline'] ?? []) as { $match?: unknown }[];
  return command['filter'] ?? command['query'] ?? command['q'] ?? first?.$match ?? {};
}

/** Sends, and waits for its end; answers its id. */
async function send(call: Stack['call']): Promise<number> {
  const _id = await idOf(await sendNewsletter(call, { entry: 'contacts_1' }));
  await completed(_id, 20);
  return _id;
}
