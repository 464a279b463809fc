import { readAudienceRef } from '../../common/domain/audience-refs.ts';
import { AUTOMATION_TYPE, Automation, type AutomationDocument } from '../../common/models/automations.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { type Entrant, enroll } from './enroll.ts';

type Newcomer = Omit<Entrant, 'entered_at'> & { readonly joined_at: Date };

/** Enrolls those that joined `target` (`contacts_<id>` or `segments_<id>`) in time. An address enters an automation once. */
export async function enterJoined(
  target: string,
  userId: number,
  members: readonly Newcomer[],
  worker: Pick<WorkerContext, 'ring'>,
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
    const entering = members
      .filter((member) => isInTime(automation, member.joined_at))
      .map((member) => ({ ...member, entered_at: member.joined_at }));
    if (entering.length > 0) await enroll(automation, entering, worker);
  }
}

/** Live when the member joined. A custom automation also takes earlier members, which its walk may have missed. */
const isInTime = (
  { automation_type, live_periods }: Pick<AutomationDocument, 'automation_type' | 'live_periods'>,
  joined: Date,
): boolean =>
  live_periods.some(
    ({ from, to }) =>
      (automation_type === AUTOMATION_TYPE.custom || from <= joined) && (to === null || joined < to),
  );
