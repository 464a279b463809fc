import { Automation } from '../models/automations.ts';
import { everywhere } from '../store/everywhere.ts';
import { updateByIds } from './by-ids.ts';
import type { Migration } from './migration.ts';

/**
 * Versions before kept the enrollments of deleted automations forever, and counted them in `derived_rows`. A job removes them. Its mark is one that
 * older workers do not know, so none of them clears it; none stores such an enrollment now, so one look is enough.
 */
export const deletedAutomations: Migration = {
  version: 11,
  title: 'deleted automations lose their enrollments',
  run: (progress) =>
    updateByIds(progress, everywhere(Automation, 'migration'), { deleted_at: { $ne: null } }, () => ({
      $set: { removing_since: new Date(0) },
    })),
};
