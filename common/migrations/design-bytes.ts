import { AutomationSchedule } from '../models/automation-schedules.ts';
import { SingleSend } from '../models/single-sends.ts';
import { everywhere } from '../store/everywhere.ts';
import type { Migration } from './migration.ts';

/** Sends or emails read together: at most 2 MiB each, read and written inside the database. */
const GROUP = 100;

const bytesOf = (field: string) => ({ $strLenBytes: { $ifNull: [field, ''] } });

type DesignCollection = typeof SingleSend | typeof AutomationSchedule;

async function walk(
  model: DesignCollection,
  after: number,
  checkpoint: (after: number) => Promise<void>,
): Promise<void> {
  const designs = everywhere(model as typeof SingleSend, 'migration');
  for (let last = after; ; ) {
    const ids = (
      await designs
        .find({ _id: { $gt: last } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(GROUP)
        .toArray()
    ).map(({ _id }) => _id);
    await designs.updateMany({ _id: { $in: ids }, design_bytes: { $exists: false } }, [
      { $set: { design_bytes: { $add: [bytesOf('$template_json'), bytesOf('$template_html')] } } },
    ]);
    if (ids.length < GROUP) return;
    last = ids.at(-1)!;
    await checkpoint(last);
  }
}

/** An account's stored bytes are summed from an index of design sizes. */
export const designBytes: Migration = {
  version: 3,
  title: 'designs say how large they are',
  async run({ after, checkpoint }) {
    // Sends come first, by ascending id. Then emails; their positions are stored as negative numbers.
    const from = Number(after ?? 0);
    if (from >= 0) await walk(SingleSend, from, checkpoint);
    await walk(AutomationSchedule, Math.max(0, -from), (last) => checkpoint(-last));
  },
};
