import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { attacks } from './all.ts';
import type { Answers, AttackCalls, Attacker } from './attack.ts';

// The process of an attacker. Its arguments are the name of the attack and the attacker. It prints `ready`, attacks between
// `begin` and `end`, prints the answers it got, and ends. It also ends with its parent, however the parent ends.
process.once('disconnect', () => process.exit(1));
// A real attacker is on another machine and takes no CPU from the service. So it leaves answers compressed, too, which `fetch` does not: unpacking
// the list of countries 25 times a second took a third of two cores.
setPriority(10);

/** The attacker's own network, unless an attack claims others: the other account calls from another. */
const ADDRESS = '203.0.113.66';
/** Milliseconds that aborted calls have to end. */
const ENDING_MS = 2000;

const [name, given] = process.argv.slice(2);
const attack = attacks.find((one) => one.name === name)!;
const attacker = JSON.parse(given!) as Attacker;
const over = new AbortController();
// One for each call under way.
setMaxListeners(0, over.signal);
const answers: Answers = {};

const agent = new Agent({ keepAlive: true });

/** Reads the answer to its end without keeping it: some have a hundred megabytes. */
async function ask(asked: Request): Promise<{ status: number; text: string }> {
  const body = Buffer.from(await asked.arrayBuffer());
  const headers = {
    'x-forwarded-for': ADDRESS,
    ...Object.fromEntries(asked.headers),
    'accept-encoding': 'gzip, br',
    ...(body.length > 0 && { 'content-length': String(body.length) }),
  };
  return new Promise((resolve, reject) => {
    const sending = request(
      asked.url,
      { method: asked.method, headers, agent, signal: over.signal },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          if (text.length < 1000) text += chunk.toString('latin1', 0, 1000);
        });
        answer.once('end', () => resolve({ status: answer.statusCode!, text }));
        answer.once('error', reject);
        answer.once('close', () => reject(new Error('the answer was cut off')));
      },
    );
    sending.once('error', reject);
    sending.end(body);
  });
}

const calls: AttackCalls = {
  over: over.signal,
  async call(path, init = {}) {
    try {
      const answer = await ask(new Request(new URL(path, attacker.origin), init));
      calls.count(answer.status);
      return answer;
    } catch {
      calls.count(undefined);
      return null;
    }
  },
  count(code) {
    if (code === undefined && over.signal.aborted) return;
    const answer = code ?? 'none';
    answers[answer] = (answers[answer] ?? 0) + 1;
  },
  api: (path, body) =>
    calls.call(`/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        PublicKey: attacker.public_key,
        SecretKey: attacker.secret_key,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  async again(lanes, one, breathMs = 10) {
    let at = 0;
    const lane = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await one(at++);
        await delay(breathMs);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  },
};

process.on('message', (word) => {
  if (word === 'begin') {
    const attacking = attack.run(calls, attacker);
    over.signal.addEventListener('abort', () => {
      // Seen once: a call that was aborted while its answer was read never ended.
      void Promise.race([attacking, delay(ENDING_MS)]).finally(() =>
        process.send!(answers, () => process.exit()),
      );
    });
  } else {
    over.abort();
  }
});
process.send!('ready');
