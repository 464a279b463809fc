import { setTimeout as delay } from 'node:timers/promises';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { rows } from '../../support/rows.ts';
import type { Attacker } from '../attacks/attack.ts';
import { succeed } from '../attacks/old-sends.ts';

/** The state of a send as its owner sees it. */
interface SendState {
  readonly utr: string;
  readonly status: number;
  readonly hold_reason: string | null;
  readonly paused_reason: string | null;
}

/** Completed, held or paused: a state that its owner can read and that no longer changes by itself. */
export const isEnded = ({ status, hold_reason, paused_reason }: SendState): boolean =>
  status === 3 || hold_reason !== null || paused_reason !== null;

export async function stateOf(attacker: Attacker, utr: string): Promise<SendState> {
  const { singleSend } = await succeed<{ singleSend: [SendState] }>(
    attacker,
    `/single-send/details?utr=${utr}`,
  );
  return singleSend[0];
}

/** Sends that are checked: the earliest, since they have had most time. Each may take seconds to render. */
const LOOKED_AT = { full: 5, short: 1 };
const PATIENCE_MS = { full: 90_000, short: 45_000 };

/** Checks whether the first due sends of an attacker ended in a readable state; returns those that did not. */
export async function endsOf(attacker: Attacker, short: boolean): Promise<string[]> {
  const due = await rows(SingleSend)
    .find({
      user_id: attacker.user_id,
      deleted_at: null,
      due_at: { $lte: new Date() },
    })
    .sort({ _id: 1 })
    .limit(short ? LOOKED_AT.short : LOOKED_AT.full)
    .project<{ utr: string }>({ utr: 1 })
    .toArray();
  const until = performance.now() + (short ? PATIENCE_MS.short : PATIENCE_MS.full);
  const broken: string[] = [];
  for (const { utr } of due) {
    let state = await stateOf(attacker, utr);
    while (!isEnded(state) && performance.now() < until) {
      await delay(250);
      state = await stateOf(attacker, utr);
    }
    if (!isEnded(state)) broken.push(`a send of the attacker's stays in status ${state.status}`);
  }
  return broken;
}

/** Sends that one call deletes, and the maximum number of calls: enough for all sends of an attack. */
const AT_ONCE = 1000;
const CALLS = 20;

/** Deletes all sends of an attacker in any state; returns what is left. */
export async function deleteAll(attacker: Attacker): Promise<string[]> {
  const living = { user_id: attacker.user_id, deleted_at: null };
  for (let call = 0; call < CALLS; call += 1) {
    const found = rows(SingleSend).find(living).limit(AT_ONCE).project<{ utr: string }>({ utr: 1 });
    const utrs = (await found.toArray()).map(({ utr }) => utr);
    if (utrs.length === 0) return [];
    try {
      await succeed(attacker, '/single/send/bulk-delete', { strIds: utrs });
    } catch (error) {
      return [`its sends can not be deleted: ${(error as Error).message}`];
    }
  }
  return [`${await rows(SingleSend).countDocuments(living)} of its sends are left after ${CALLS} deletions`];
}
