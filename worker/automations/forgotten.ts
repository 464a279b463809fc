import { erasedAddress } from '../../common/domain/erased-addresses.ts';
import { Automation, type AutomationDocument } from '../../common/models/automations.ts';
import { Enrollment } from '../../common/models/enrollments.ts';
import { erasureKey } from '../../common/secrets/erasure-key.ts';

/**
 * Which of these addresses (as they compare) went through the automation so long ago that a hash stands for them in their enrollments. To be asked
 * *after* a look for the addresses themselves: the automation is marked before the first of them is replaced, so one of the two looks finds each.
 */
export async function forgottenAmong(
  { _id, user_id }: Pick<AutomationDocument, '_id' | 'user_id'>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0 || !(await Automation.findOne({ _id, forgets: true }))) return new Set();
  const { hashOf } = await erasureKey();
  const byName = new Map(addresses.map((address) => [erasedAddress(hashOf(user_id, address)), address]));
  const found = await Enrollment.distinct('email_norm', {
    automation_id: _id,
    email_norm: { $in: [...byName.keys()] },
  });
  return new Set(found.map((name) => byName.get(name)!));
}
