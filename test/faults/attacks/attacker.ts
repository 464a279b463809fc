import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { attacks } from './all.ts';
import type { Answers, AttackCalls, Attacker } from './attack.ts';

// The process of an attacker. Its arguments are the name of the attack and the attacker. It prints `ready`, attacks between
// `begin` and `end`, prints the answers it got, and ends. It also ends with its parent, however the parent ends.
process.once('disconnect', () => process.exit(1));
// A real attacker is on another machine and takes no CPU from the service.
setPriority(10);

/** Milliseconds that aborted calls have to end. */
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
      // Reads the answer to its end without keeping it: some have a hundred megabytes.
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
