import { Suppression } from '../models/suppressions.ts';
import { everywhere } from '../store/everywhere.ts';
import type { Migration } from './migration.ts';

const GROUP = 1000;

/** Earlier versions did not classify replies: their suppressions stay, with an unknown class. */
export const classedSuppressions: Migration = {
  version: 5,
  title: 'suppressions have a class and a state',
  async run({ after, checkpoint }) {
    for (let last = Number(after ?? 0); ; ) {
      const found = await everywhere(Suppression, 'migration')
        .find({ _id: { $gt: last } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(GROUP)
        .toArray();
      await everywhere(Suppression, 'migration').updateMany(
        { _id: { $in: found.map(({ _id }) => _id) }, reason: 'bounced', class: { $exists: false } },
        { $set: { class: 'unknown', state: 'active' } },
      );
      if (found.length < GROUP) return;
      last = found.at(-1)!._id;
      await checkpoint(last);
    }
  },
};
