import { now } from '../clock.ts';
import { Enrollment } from '../models/enrollments.ts';
import { everywhere } from '../store/everywhere.ts';
import { updateByIds } from './by-ids.ts';
import type { Migration } from './migration.ts';

/** Enrollments without an end time count as ended now: `RETENTION_DAYS` begin here. */
export const endedEnrollments: Migration = {
  version: 8,
  title: 'enrollments of automations say when they ended',
  run: (progress) =>
    updateByIds(
      progress,
      everywhere(Enrollment, 'migration'),
      { state: { $ne: 'waiting' }, ended_at: { $exists: false } },
      () => ({
        $set: { ended_at: now() },
      }),
    ),
};
