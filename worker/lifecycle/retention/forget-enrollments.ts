import { erasedAddress, isErased } from '../../../common/domain/erased-addresses.ts';
import { Automation } from '../../../common/models/automations.ts';
import { Enrollment, type EnrollmentDocument } from '../../../common/models/enrollments.ts';
import { erasureKey } from '../../../common/secrets/erasure-key.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { renameEnrollments } from '../erasure/rename-enrollments.ts';

const PAGE = 1000;

type EndedEnrollment = Pick<EnrollmentDocument, '_id' | 'user_id' | 'automation_id' | 'email_norm'>;

/** A keyed hash replaces the address; newcomers are looked up by it too, as an address enters an automation once. */
export async function forgetEnrollments(before: Date, stopped: () => boolean): Promise<number> {
  let forgotten = 0;
  while (!stopped()) {
    const page = await everywhere(Enrollment, 'retention')
      .find({ ended_at: { $type: 'date', $lt: before } })
      .project<EndedEnrollment>({ user_id: 1, automation_id: 1, email_norm: 1 })
      .limit(PAGE)
      .toArray();
    if (page.length === 0) break;
    const accounts = page.map(({ user_id }) => user_id);
    await Automation.among(accounts).updateMany(
      { _id: { $in: [...new Set(page.map(({ automation_id }) => automation_id))] } },
      { $set: { forgets: true } },
    );
    const { hashOf } = await erasureKey();
    await renameEnrollments(Enrollment.among(accounts), page, ({ user_id, email_norm }) =>
      isErased(email_norm) ? email_norm : erasedAddress(hashOf(user_id, email_norm)),
    );
    forgotten += page.length;
  }
  return forgotten;
}
