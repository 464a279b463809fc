import { countFigures } from '../../../common/changes/figures.ts';
import { countDetails, DETAILED_FIELDS, type DetailedBatch } from '../../../common/changes/mail-details.ts';
import { keepLinks } from '../../../common/changes/mail-links.ts';
import { removeAttachments } from '../../../common/changes/message-attachments.ts';
import { isMessageMailing } from '../../../common/domain/mailing-keys.ts';
import { BatchDetails } from '../../../common/models/batch-details.ts';
import { Batch, type BatchDocument } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Message } from '../../../common/models/messages.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { ownOrOld } from '../../../common/store/own-or-old.ts';

const AT_ONCE = 100;

type OldBatch = DetailedBatch & Pick<BatchDocument, 'ids' | 'retired'>;

/** Where the walk of this process continues, since batches that stay are not marked. */
let walkedTo = 0;

/**
 * Of batches from before an instant whose rows are all final. The figures of batches and the sums of details are counted a last
 * time and stay, as do the data for links. Resumes after a crash, and may run in parallel.
 */
export async function retireBatches(before: Date, stopped: () => boolean): Promise<number> {
  let gone = 0;
  while (!stopped()) {
    const old = await everywhere(Batch, 'retention')
      .find({
        retired: { $in: [null, 'going'] } as never,
        created_at: { $lt: before },
        _id: { $gt: walkedTo },
        state: 'done',
      })
      .project<OldBatch>({ ...DETAILED_FIELDS, ids: 1, retired: 1 })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    for (const [mailing, { user_id }] of new Map(old.map((batch) => [batch.mailing, batch])))
      await countFigures(user_id, mailing);
    await countDetails(
      old.filter(
        ({ ids, retired, details_dirty_at, details_at }) =>
          ids === null && !retired && (details_dirty_at || !details_at),
      ),
    );
    for (const batch of old) gone += await retire(batch);
    walkedTo = old.length < AT_ONCE ? 0 : old.at(-1)!._id;
    if (old.length < AT_ONCE) break;
  }
  return gone;
}

async function retire({ _id, user_id, mailing, first, last, ids, retired }: OldBatch): Promise<number> {
  const batches = Batch.of(user_id);
  // A list owns no rows and has no figures.
  if (ids !== null) {
    await batches.deleteOne({ _id, state: 'done' });
    return 0;
  }
  if (!retired) {
    const { matchedCount } = await batches.updateOne(
      {
        _id,
        state: 'done',
        // Openings were counted up to here; later ones are not counted.
        dirty_at: null,
        details_dirty_at: { $exists: false },
        moves: { $exists: false },
        'figures.pending': 0,
        'figures.deferred': 0,
      },
      { $set: { retired: 'going' } },
    );
    if (matchedCount === 0) return 0;
  }
  const theirs = { _id: { $gte: first, $lte: last }, mailing };
  await keepLinks(user_id, theirs);
  const { deletedCount } = await Delivery.of(user_id).deleteMany(theirs);
  await BatchDetails.deleteOne({ ...ownOrOld(user_id), _id });
  if (isMessageMailing(mailing)) await forgetMessage(user_id, mailing);
  await batches.updateOne({ _id }, { $set: { retired: 'gone' } });
  return deletedCount;
}

/** A message is deleted with its row. Its mailing keeps only the data of its links, without its content. */
async function forgetMessage(userId: number, mailing: string): Promise<void> {
  const messages = Message.of(userId);
  const _id = Number(mailing.slice(mailing.indexOf('-') + 1));
  const message = await messages.findOne({ _id }, { projection: { user_id: 1, attached: 1 } });
  if (message) await removeAttachments(message);
  await messages.deleteOne({ _id });
  await Mailing.of(userId).updateOne(
    { _id: mailing },
    { $set: { 'content.subject': '', 'content.html': '', 'content.text': null } },
  );
}
