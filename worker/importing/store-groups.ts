import { randomInt } from 'node:crypto';
import { addOptOuts } from '../../common/changes/suppressions.ts';
import { now } from '../../common/clock.ts';
import { newUnsubscribeGroup, UnsubscribeGroup } from '../../common/models/unsubscribe-groups.ts';
import { nextId } from '../../common/store/ids.ts';
import type { ImportRow } from './import-rows.ts';

/** A file creates no new groups in an account that has this many. */
const MOST_GROUPS = 200;

/** Opt-outs of one group in a batch. */
interface GroupOptOuts {
  readonly addresses: string[];
  readonly since: Map<string, Date>;
}

export const countGroupOptOuts = (kept: readonly ImportRow[]): number =>
  kept.reduce((sum, { said }) => sum + (said?.groups?.length ?? 0), 0);

/** Opts people out of the groups that their rows name, and creates missing groups. Idempotent. */
export async function storeGroupOptOuts(
  userId: number,
  import_id: number,
  kept: readonly ImportRow[],
): Promise<void> {
  const byGroup = new Map<string, GroupOptOuts>();
  for (const { key, address, said } of kept)
    for (const name of said?.groups ?? []) {
      const found: GroupOptOuts = byGroup.get(name) ?? { addresses: [], since: new Map() };
      byGroup.set(name, found);
      found.addresses.push(address);
      if (said?.at && said.status === 'mailable') found.since.set(key, said.at);
    }
  if (byGroup.size === 0) return;
  const ids = await idsByName(userId, [...byGroup.keys()]);
  for (const [name, { addresses, since }] of byGroup)
    await addOptOuts(userId, ids.get(name) ?? null, addresses, { import_id, since });
}

/** Returns the ids of the groups. A name beyond the limit gets none: its people are then opted out of all mails. */
async function idsByName(userId: number, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const groups = UnsubscribeGroup.of(userId);
  const found = await groups
    .find({ group_name: { $in: [...names] } })
    .sort({ _id: -1 })
    .toArray();
  const ids = new Map(found.map(({ _id, group_name }) => [group_name, _id]));
  let left = MOST_GROUPS - (await groups.countDocuments({}, { limit: MOST_GROUPS }));
  for (const group_name of names) {
    if (ids.has(group_name) || left <= 0) continue;
    const _id = await nextId('unsubscribe_groups');
    const given = { group_name, description: group_name, is_display: 1 as const };
    await groups.insertOne(
      newUnsubscribeGroup(
        { _id, user_id: userId, rand_id: String(randomInt(1_000_000_000, 10_000_000_000)), ...given },
        now(),
      ),
    );
    ids.set(group_name, _id);
    left -= 1;
  }
  return ids;
}
