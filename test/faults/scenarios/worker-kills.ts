import { setTimeout as delay } from 'node:timers/promises';
import { inDoubtPerKill, type Setup } from '../support/bounds.ts';
import type { SendFault, SendGround } from '../support/faults-during-send.ts';

/** Goals (docs/fault-tests.md, "Goals"). */
const DONE_S = 60;
const COPIES = 3;

const setupOf = (short: boolean): Setup => ({
  connections: short ? 10 : 25,
  slices: 3,
  recordMails: short ? 10 : 25,
});

/** One of two workers is killed repeatedly. */
function workerKills(policy: 'resend' | 'hold', name: string, claim: string): SendFault {
  const hold = policy === 'hold';
  return {
    name,
    claim,
    setup: setupOf,
    environment: { IN_DOUBT: policy },
    delayMs: 100,
    async breakIt(ground) {
      const { size, short } = ground;
      // Mails in doubt are in no book, or have arrived already, so the books do not become complete.
      const kills = await killInTheMiddle(ground, hold ? 0.7 * size : size, short ? 2 : 20);
      const last = Date.now();
      await ground.completed(180);
      const seconds = Math.round((Date.now() - last) / 100) / 10;
      const verdict = await ground.judge({ kills });
      const broken = [...verdict.broken];
      const inDoubt = verdict.states['in_doubt'] ?? 0;
      if (inDoubt > kills.length * inDoubtPerKill(setupOf(short)))
        broken.push(`${inDoubt} rows are in doubt`);
      if (!short && seconds > DONE_S) broken.push(`done ${seconds} s after the last kill`);
      if (verdict.mostCopies > COPIES) broken.push(`a mail came ${verdict.mostCopies} times`);
      return {
        ...verdict,
        broken,
        faults: `${kills.length} kills`,
        bound: hold ? 0 : verdict.bound,
        figures: {
          done_s_after_last_kill: seconds,
          most_by_one_kill: Math.max(0, ...verdict.perKill),
          most_copies: verdict.mostCopies,
          doubted: verdict.doubted,
          in_doubt: inDoubt,
        },
      };
    },
  };
}

/** Spreads the kills over the send, each at a random time within its part. Returns their times. */
async function killInTheMiddle(
  { arena, reached, startWorkers }: SendGround,
  size: number,
  kills: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await reached(((kill + 0.3 + 0.5 * arena.random.share()) / (kills + 1)) * size);
    await delay(arena.random.between(0, 100));
    times.push(await arena.kill(arena.random.pick([...arena.workers])));
    await startWorkers(1);
  }
  return times;
}

export const workerKillsResend = workerKills(
  'resend',
  'worker-kills',
  'kill -9 of workers in a send: no recipient lost, doubles within the bound and marked',
);
export const workerKillsHold = workerKills(
  'hold',
  'worker-kills-hold',
  'kill -9 of workers in a send, IN_DOUBT=hold: no recipient lost, no mail doubled, doubts listed',
);
