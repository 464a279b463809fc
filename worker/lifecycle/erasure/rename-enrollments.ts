import { ownName } from '../../../common/domain/erased-addresses.ts';
import type { EnrollmentDocument } from '../../../common/models/enrollments.ts';
import type { BulkWrite, Rows } from '../../../common/store/collection.ts';
import { isDuplicateKey } from '../../../common/store/connection.ts';

type AddressedEnrollment = Pick<EnrollmentDocument, '_id' | 'email_norm'>;

export async function renameEnrollments<Found extends AddressedEnrollment>(
  enrollments: Rows<EnrollmentDocument>,
  found: readonly Found[],
  nameOf: (one: Found) => string,
): Promise<void> {
  if (found.length === 0) return;
  try {
    await write(enrollments, found, nameOf);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The erased address had entered again before all workers knew. All others are renamed already.
    const left = found.filter((one) => nameOf(one) !== one.email_norm);
    await write(enrollments, left, (one) => ownName(nameOf(one), one._id));
  }
}

const write = <Found extends AddressedEnrollment>(
  enrollments: Rows<EnrollmentDocument>,
  found: readonly Found[],
  nameOf: (one: Found) => string,
) =>
  enrollments.bulkWrite(
    found.map((one): BulkWrite<EnrollmentDocument> => {
      const { _id, email_norm } = one;
      const name = nameOf(one);
      return {
        updateOne: {
          filter: { _id, email_norm },
          update: { $set: { email: name, email_norm: name }, $unset: { ended_at: '' } },
        },
      };
    }),
    { ordered: false },
  );
