import { now } from '../clock.ts';
import { Enrollment } from '../models/enrollments.ts';
import { rows } from '../mongo/connection.ts';
import type { Migration } from './migration.ts';

/** Enrollments that are looked at together. */
const GROUP = 1000;

/** Enrollments that ended before it was noted when count as ended now: `RETENTION_DAYS` go by from here on. */
export const endedEnrollments: Migration = {
  version: 8,
  title: 'enrollments of automations say when they ended',
  async run({ after, checkpoint }) {
    for (let last = Number(after ?? 0); ; ) {
      const page = await rows(Enrollment)
        .find({ _id: { $gt: last } })
        .project<{ _id: number }>({ _id: 1 })
        .sort({ _id: 1 })
        .limit(GROUP)
        .toArray();
      const upto = page.at(-1)?._id;
      if (upto === undefined) return;
      await rows(Enrollment).updateMany(
        { _id: { $gt: last, $lte: upto }, state: { $ne: 'waiting' }, ended_at: { $exists: false } },
        { $set: { ended_at: now() } },
      );
      last = upto;
      await checkpoint(last);
    }
  },
};
