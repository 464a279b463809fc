import { now } from '../../common/clock.ts';
import { dueRefreshes } from '../../common/queries/contact-changes.ts';
import { dueEngagement } from '../../common/queries/engagement-dates.ts';
import type { Chore } from '../chore.ts';

const ringRefreshes: Chore = async ({ ring }) => {
  for (const contactTypeId of await dueRefreshes(now())) {
    await ring('refresh-segments', { contactTypeId });
  }
};

const ringEngagement: Chore = async ({ ring }) => {
  for (const userId of await dueEngagement()) await ring('record-engagement', { userId });
};

/** What keeps segments up to date when a doorbell was lost. */
export const SEGMENT_CHORES: readonly Chore[] = [ringEngagement, ringRefreshes];
