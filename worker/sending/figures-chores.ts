import { noteContactDays } from '../../common/changes/contact-days.ts';
import { type Chore, seldom } from '../runtime/chore.ts';

export const STATISTICS_CHORES: readonly Chore[] = [
  seldom(3600_000, {
    name: 'noteContactDays',
    run: ({ stopping }) => noteContactDays(null, () => stopping.aborted),
  }),
];
