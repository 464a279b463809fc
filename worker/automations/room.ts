import { note } from '../../common/changes/notices.ts';
import { now } from '../../common/clock.ts';
import type { Logger } from '../../common/log.ts';
import { Automation, type AutomationDocument, type AutomationWalk } from '../../common/models/automations.ts';

/** Milliseconds until people without room are enrolled again. */
const RETRY_MS = 15 * 60_000;

export const nextTry = (at: Date): Date => new Date(at.getTime() + RETRY_MS);

/** A walk after a step that left people without room. The first walk of a segment has other ids, so it begins again. */
export const walkWithoutRoom = ({ after, full }: AutomationWalk, at: Date): AutomationWalk => ({
  at: nextTry(at),
  after: full ? after : 0,
  full: full ?? { since: at, times: 1 },
});

/** Has a walk find these members again: the account has no room for them now. */
export async function waitForRoom(
  automation: AutomationDocument,
  members: readonly { readonly _id: number }[],
  { log }: { readonly log: Logger },
): Promise<void> {
  const at = now();
  const after = members.reduce((least, { _id }) => Math.min(least, _id), Number.POSITIVE_INFINITY) - 1;
  await noteFull(automation, at, log);
  const isFull = { $gt: ['$walk.full', null] };
  const isFirstWalk = { $and: [{ $gt: ['$walk', null] }, { $not: [isFull] }] };
  const walk = {
    at: { $cond: [isFull, '$walk.at', nextTry(at)] },
    after: { $cond: [isFirstWalk, 0, { $min: ['$walk.after', after] }] },
    full: {
      since: { $ifNull: ['$walk.full.since', at] },
      times: { $add: [{ $ifNull: ['$walk.full.times', 0] }, 1] },
    },
  };
  const { _id, user_id } = automation;
  await Automation.of(user_id).updateOne({ _id, deleted_at: null }, [{ $set: { walk } }]);
}

/** Once a day for an automation, before it waits. */
export async function noteFull(
  { _id, user_id, walk }: AutomationDocument,
  at: Date,
  log: Logger,
): Promise<void> {
  if (walk?.full) return;
  const occasion = at.toISOString().slice(0, 10);
  await note({ kind: 'automation-full', user_id, subject: _id, occasion }, log);
}
