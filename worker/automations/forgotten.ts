import { erasedAddress } from '../../common/domain/erased-addresses.ts';
import { Automation, type AutomationDocument } from '../../common/models/automations.ts';
import { Enrollment } from '../../common/models/enrollments.ts';
import { erasureKey } from '../../common/secrets/erasure-key.ts';

/** Call it *after* a search for the addresses: the automation is marked before the first is replaced, so one finds each. */
export async function forgottenAmong(
  { _id, user_id }: Pick<AutomationDocument, '_id' | 'user_id'>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0 || !(await Automation.of(user_id).findOne({ _id, forgets: true })))
    return new Set();
  const { hashOf } = await erasureKey();
  const byName = new Map(addresses.map((address) => [erasedAddress(hashOf(user_id, address)), address]));
  const found = await Enrollment.of(user_id).distinct('email_norm', {
    automation_id: _id,
    email_norm: { $in: [...byName.keys()] },
  });
  return new Set(found.map((name) => byName.get(name)!));
}
