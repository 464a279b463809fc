import { readAudienceRef } from '../../common/domain/audience-refs.ts';
import { AUTOMATION_TYPE, Automation, type AutomationDocument } from '../../common/models/automations.ts';
import { type EnrollingWorker, type Entrant, enroll } from './enroll.ts';
import { waitForRoom } from './room.ts';

/** A member of a target. `_id`: the contact's id, or that of the segment's row. */
export type Newcomer = Omit<Entrant, 'entered_at'> & { readonly _id: number; readonly joined_at: Date };

/** Enrolls those that joined `target` (`contacts_<id>` or `segments_<id>`) in time. An address enters an automation once. */
export async function enterJoined(
  target: string,
  userId: number,
  members: readonly Newcomer[],
  worker: EnrollingWorker,
): Promise<void> {
  const ref = readAudienceRef(target);
  if (!ref || members.length === 0) return;
  const automations = await Automation.of(userId)
    .find({
      'automation_for.id': ref.id,
      'automation_for.table': ref.table,
      deleted_at: null,
    })
    .toArray();
  for (const automation of automations) {
    const entering = members.flatMap((member) => {
      const entered_at = entryOf(automation, member.joined_at);
      return entered_at ? [{ ...member, entered_at }] : [];
    });
    const without = entering.length > 0 ? await enroll(automation, entering, worker) : [];
    if (without.length > 0) await waitForRoom(automation, without, worker);
  }
}

/**
 * When a member enters, or null: it must be live when the member joined. A custom automation also takes earlier members, which its walk may
 * have missed.
 */
export function entryOf(
  { automation_type, live_periods }: Pick<AutomationDocument, 'automation_type' | 'live_periods'>,
  joined: Date,
): Date | null {
  const period = live_periods.find(
    ({ from, to }) =>
      (automation_type === AUTOMATION_TYPE.custom || from <= joined) && (to === null || joined < to),
  );
  if (!period) return null;
  return joined < period.from ? period.from : joined;
}
