import { removeFromSegment } from '../../common/audience/target-exits.ts';
import { noteByType } from '../../common/changes/contact-changes.ts';
import { markCounts } from '../../common/changes/contact-counts.ts';
import { type ComingEvent, toldChange } from '../../common/changes/event-notes.ts';
import { addAllByHand } from '../../common/changes/segment-recipients.ts';
import { addOptOuts } from '../../common/changes/suppressions.ts';
import { now } from '../../common/clock.ts';
import { chunksOf } from '../../common/domain/chunks.ts';
import { idsBy } from '../../common/domain/ids-by.ts';
import type { BulkAction, BulkChangeDocument } from '../../common/models/bulk-changes.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { SegmentRecipient } from '../../common/models/segment-recipients.ts';
import { Segment } from '../../common/models/segments.ts';
import { UnsubscribeGroup } from '../../common/models/unsubscribe-groups.ts';
import { livingSegment } from '../../common/queries/segments.ts';
import type { Update } from '../../common/store/collection.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { addWithinDerivedRows, addWithinOptOuts } from '../runtime/row-quotas.ts';

const AT_ONCE = 50;

type ApplyWorker = Pick<WorkerContext, 'config' | 'ring'>;
type AppliedContact = Pick<
  ContactDocument,
  '_id' | 'contact_type_id' | 'deleted_at' | 'first_name' | 'last_name' | 'email' | 'email_norm'
>;

export class TargetGone extends Error {}

/** Does one step. It may be repeated after it was done in whole or in part. */
type Apply = (
  change: BulkChangeDocument,
  people: readonly AppliedContact[],
  worker: ApplyWorker,
) => Promise<unknown>;

export async function applyStep(
  change: BulkChangeDocument,
  ids: readonly number[],
  worker: ApplyWorker,
): Promise<void> {
  const people = await Contact.of(change.user_id)
    .find({ _id: { $in: [...ids] } })
    .project<AppliedContact>({
      contact_type_id: 1,
      deleted_at: 1,
      first_name: 1,
      last_name: 1,
      email: 1,
      email_norm: 1,
    })
    .toArray();
  await APPLY[change.action](change, people, worker);
}

const living = (people: readonly AppliedContact[]) => people.filter(({ deleted_at }) => deleted_at === null);

const APPLY: Readonly<Record<BulkAction, Apply>> = {
  // Contacts that are deleted already are reported again: segments and webhooks may have missed them.
  async delete({ _id, user_id }, people, { ring }) {
    const ids = people.map((person) => person._id);
    for (const [type, ofType] of idsBy(people, (person) => person.contact_type_id))
      await markCounts(user_id, type, ofType);
    const events = ids.map(
      (id): ComingEvent => ({ user_id, type: 'contact.deleted', id, occasion: `bulk-${_id}` }),
    );
    await toldChange(events, () =>
      Contact.of(user_id).updateMany(
        { _id: { $in: ids }, deleted_at: null },
        { $set: { deleted_at: now() } },
      ),
    );
    for (const contactTypeId of await noteByType(user_id, ids))
      await ring('refresh-segments', { contactTypeId, userId: user_id });
  },

  async unsubscribe({ user_id, by, unsubscribe_groups_id: groupId }, people, { config }) {
    const group = await UnsubscribeGroup.of(user_id).findOne({ _id: groupId! }, { projection: { _id: 1 } });
    if (!group) throw new TargetGone('The unsubscribe group was deleted.');
    await optOut(user_id, groupId, people, by, config);
  },

  unsubscribe_all: ({ user_id, by }, people, { config }) => optOut(user_id, null, people, by, config),

  async segment_add(change, people, { config, ring }) {
    const segment = await segmentOf(change);
    const some = living(people).filter((person) => person.contact_type_id === segment.contact_type_id);
    for (const chunk of chunksOf(some, AT_ONCE)) {
      const named = chunk.map(({ first_name, last_name, email }) => ({ first_name, last_name, email }));
      const add = () => addAllByHand(segment, named);
      if ((await addWithinDerivedRows(change.user_id, config, named.length, add)) === null) throw GONE();
    }
    await ring('refresh-segments', { contactTypeId: segment.contact_type_id, userId: segment.user_id });
  },

  async segment_remove(change, people) {
    const { _id: segment_id } = await segmentOf(change);
    const some = living(people);
    const of = { segment_id, removed: false };
    const recipients = SegmentRecipient.of(change.user_id);
    const [contacts, byHand] = await Promise.all([
      recipients.distinct('_id', {
        ...of,
        contact_id: { $gte: 0, $in: some.map(({ _id }) => _id) },
      }),
      recipients.distinct('_id', {
        ...of,
        'by_hand.email_norm': { $gte: '', $in: some.map(({ email_norm }) => email_norm) },
      }),
    ]);
    for (const id of [...contacts, ...byHand]) await removeFromSegment(change.user_id, id);
  },

  tag_add: (change, people, worker) => tagAll(change, people, worker, { $addToSet: { tags: change.tag! } }),
  tag_remove: (change, people, worker) => tagAll(change, people, worker, { $pull: { tags: change.tag! } }),
};

/** `groupId` null: of all mails. */
async function optOut(
  userId: number,
  groupId: number | null,
  people: readonly AppliedContact[],
  by: BulkChangeDocument['by'],
  config: ApplyWorker['config'],
): Promise<void> {
  const addresses = living(people).map(({ email }) => email);
  await addWithinOptOuts(userId, config, addresses.length, () =>
    addOptOuts(userId, groupId, addresses, by && { by }),
  );
}

/** Contacts that have the change already are reported again, as deleted ones are. */
async function tagAll(
  { _id, user_id }: BulkChangeDocument,
  people: readonly AppliedContact[],
  { ring }: ApplyWorker,
  update: Update<ContactDocument>,
): Promise<void> {
  const ids = living(people).map((person) => person._id);
  const events = ids.map(
    (id): ComingEvent => ({ user_id, type: 'contact.updated', id, occasion: `bulk-${_id}` }),
  );
  await toldChange(events, () =>
    Contact.of(user_id).updateMany(
      { _id: { $in: ids }, deleted_at: null },
      { ...update, $set: { updated_at: now() } },
    ),
  );
  for (const contactTypeId of await noteByType(user_id, ids))
    await ring('refresh-segments', { contactTypeId, userId: user_id });
}

const GONE = (): TargetGone => new TargetGone('The segment was deleted.');

export async function segmentOf({ user_id, segment_id }: Pick<BulkChangeDocument, 'user_id' | 'segment_id'>) {
  const segment = await Segment.of(user_id).findOne(livingSegment(user_id, segment_id!));
  if (!segment) throw GONE();
  return segment;
}
