import type { JobPayloads } from '../jobs/catalogue.ts';
import { Automation } from '../models/automations.ts';
import { ContactChanges } from '../models/contact-changes.ts';
import { Segment } from '../models/segments.ts';
import { everywhere } from '../store/everywhere.ts';
import { sharedQuestion } from '../store/shared-question.ts';

/** A contact that joined while an automation was live enters it, however late. */
export const enterableAutomations = { deleted_at: null, live_at: { $ne: null } } as const;

/** Whether a type has a living segment, or an automation that was ever live. */
export const isWatched = sharedQuestion(
  (_userId: number, contactTypeId: number) => contactTypeId,
  async (userId, contactTypeId) => {
    const found = await Promise.all([
      Segment.of(userId).findOne(
        { contact_type_id: contactTypeId, deleted_at: null },
        { projection: { _id: 1 } },
      ),
      Automation.of(userId).findOne(
        {
          'automation_for.id': contactTypeId,
          'automation_for.table': 'contacts_',
          ...enterableAutomations,
        },
        { projection: { _id: 1 } },
      ),
    ]);
    return found.some((one) => one !== null);
  },
);

/** Changes that workers process now, as a filter: not those that are only announced. */
export const toldOf = (at: Date) => ({ held_until: { $not: { $gt: at } } });

export const walkedSegment = { deleted_at: null, 'walk.began_at': { $type: 'date' } } as const;
export const segmentToRecheck = (at: Date) =>
  ({ deleted_at: null, recheck_at: { $type: 'date', $lte: at } }) as const;

interface DueType {
  _id: number;
  user_id: number;
}

/** An import notes a million changes: each `distinct` reads one entry of the index for each value. */
async function changedTypes(): Promise<DueType[]> {
  const accounts = await everywhere(ContactChanges, 'sweep').distinct('user_id');
  const types = accounts.map(async (user_id) => {
    const ids = await ContactChanges.of(user_id).distinct('contact_type_id');
    return ids.map((_id) => ({ _id, user_id }));
  });
  return (await Promise.all(types)).flat();
}

/** Contact types with noted changes, a segment under a walk, or a due recheck. */
export async function dueRefreshes(at: Date): Promise<JobPayloads['refresh-segments'][]> {
  const type = [{ $group: { _id: '$contact_type_id', user_id: { $first: '$user_id' } } }];
  const found = await Promise.all([
    changedTypes(),
    everywhere(Segment, 'sweep')
      .aggregate<DueType>([{ $match: walkedSegment }, ...type])
      .toArray(),
    everywhere(Segment, 'sweep')
      .aggregate<DueType>([{ $match: segmentToRecheck(at) }, ...type])
      .toArray(),
  ]);
  const due = new Map(found.flat().map(({ _id, user_id }) => [_id, user_id]));
  return [...due].map(([contactTypeId, userId]) => ({ contactTypeId, userId }));
}
