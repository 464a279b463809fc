import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { attacks } from './all.ts';
import type { Answers, AttackCalls, Attacker } from './attack.ts';

// A process that attacks: the name of the attack and the attacker are its arguments. It says `ready`, attacks from
// `begin` to `end`, says what it was answered, and ends. The parent's end, however it came, is its own.
process.once('disconnect', () => process.exit(1));
// A real one is on another machine, and takes no core of the service's.
setPriority(10);

/** Milliseconds that calls under way have to end, once they are broken off. */
const ENDING_MS = 2000;

const [name, given] = process.argv.slice(2);
const attack = attacks.find((one) => one.name === name)!;
const attacker = JSON.parse(given!) as Attacker;
const over = new AbortController();
const answers: Answers = {};

const calls: AttackCalls = {
  over: over.signal,
  async call(path, init = {}) {
    try {
      const answer = await fetch(`${attacker.origin}${path}`, {
        redirect: 'manual',
        ...init,
        signal: over.signal,
      });
      // Read to its end, and not kept: some have a hundred megabytes.
      let text = '';
      for await (const chunk of answer.body ?? []) {
        if (text.length < 1000) text += Buffer.from(chunk).toString('latin1', 0, 1000);
      }
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      return { status: answer.status, text };
    } catch {
      if (!over.signal.aborted) answers['none'] = (answers['none'] ?? 0) + 1;
      return null;
    }
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
      // Seen once: a call that was broken off while its answer was read never came to its end.
      void Promise.race([attacking, delay(ENDING_MS)]).finally(() =>
        process.send!(answers, () => process.exit()),
      );
    });
  } else {
    over.abort();
  }
});
process.send!('ready');
