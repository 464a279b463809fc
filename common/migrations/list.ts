import { classedSuppressions } from './classed-suppressions.ts';
import { deletedAutomations } from './deleted-automations.ts';
import { designBytes } from './design-bytes.ts';
import { detailsToCount } from './details-to-count.ts';
import { doubtsWithTimes } from './doubts-with-times.ts';
import { endedEnrollments } from './ended-enrollments.ts';
import { foldedCities } from './folded-cities.ts';
import { foldedCustomValues } from './folded-custom-values.ts';
import { foldedNames } from './folded-names.ts';
import type { Migration } from './migration.ts';
import { scheduledMessages } from './scheduled-messages.ts';
import { vetoedSuppressions } from './vetoed-suppressions.ts';

/** In order. A released migration is never changed or removed. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    title: 'stores have a version from here on',
    run: async () => {},
  },
  doubtsWithTimes,
  designBytes,
  foldedNames,
  classedSuppressions,
  foldedCustomValues,
  detailsToCount,
  endedEnrollments,
  {
    // The indexes are created after the migrations. The version before refuses to start from here on, as its own may be gone.
    version: 9,
    title: 'indexes begin with the account',
    run: async () => {},
  },
  vetoedSuppressions,
  deletedAutomations,
  scheduledMessages,
  foldedCities,
];

export const SCHEMA_VERSION = MIGRATIONS.at(-1)!.version;
