import { Suppression } from '../models/suppressions.ts';

/**
 * Of normalized addresses, those that the account suppresses because mail bounced for good. Suppressions that `importId` made do not count,
 * so that a repeated batch sees what the first one saw.
 */
export async function undeliverableAmong(
  userId: number,
  addresses: readonly string[],
  importId?: number,
): Promise<ReadonlySet<string>> {
  const found = await Suppression.of(userId)
    .find({ email_norm: { $in: [...addresses] }, reason: 'bounced', state: { $ne: 'suspected' } })
    .project<{ email_norm: string; import_id?: number }>({ _id: 0, email_norm: 1, import_id: 1 })
    .toArray();
  const others = found.filter(({ import_id }) => importId === undefined || import_id !== importId);
  return new Set(others.map(({ email_norm }) => email_norm));
}
