import type { AnyBulkWriteOperation } from 'mongodb';
import { erasedAddress, isErased, ownName } from '../../common/domain/erased-addresses.ts';
import { erasureKey } from '../../common/erasures/key.ts';
import { Automation } from '../../common/models/automations.ts';
import { Enrollment, type EnrollmentDocument } from '../../common/models/enrollments.ts';
import { isDuplicateKey, rows } from '../../common/mongo/connection.ts';

/** Enrollments of one step: some tens of milliseconds of the store. */
const PAGE = 1000;

type Ended = Pick<EnrollmentDocument, '_id' | 'user_id' | 'automation_id' | 'email_norm'>;

/**
 * Puts a keyed hash where the address stands in enrollments that ended before an instant, until none is left or `stopped` says so. Their outcomes
 * stay, and so does the rule that an address goes through an automation once: who enters is looked for by the hash, too. Answers how many.
 */
export async function forgetEnrollments(before: Date, stopped: () => boolean): Promise<number> {
  const { hashOf } = await erasureKey();
  let forgotten = 0;
  while (!stopped()) {
    const page = await rows(Enrollment)
      .find({ ended_at: { $type: 'date', $lt: before } })
      .project<Ended>({ user_id: 1, automation_id: 1, email_norm: 1 })
      .limit(PAGE)
      .toArray();
    if (page.length === 0) break;
    await rows(Automation).updateMany(
      { _id: { $in: [...new Set(page.map(({ automation_id }) => automation_id))] } },
      { $set: { forgets: true } },
    );
    const nameOf = ({ user_id, email_norm }: Ended): string =>
      isErased(email_norm) ? email_norm : erasedAddress(hashOf(user_id, email_norm));
    await rename(page, nameOf);
    forgotten += page.length;
  }
  return forgotten;
}

/** What another process renamed meanwhile stays as that has left it. */
async function rename(page: readonly Ended[], nameOf: (ended: Ended) => string): Promise<void> {
  const write = (name: (ended: Ended) => string) =>
    rows(Enrollment).bulkWrite(
      page.map((ended): AnyBulkWriteOperation<EnrollmentDocument> => {
        const { _id, email_norm } = ended;
        const own = name(ended);
        return {
          updateOne: {
            filter: { _id, email_norm, ended_at: { $exists: true } },
            update: { $set: { email: own, email_norm: own }, $unset: { ended_at: '' } },
          },
        };
      }),
      { ordered: false },
    );
  try {
    await write(nameOf);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The address was erased while it went through, and had entered again before workers knew. All others are renamed already.
    await write((ended) => ownName(nameOf(ended), ended._id));
  }
}
