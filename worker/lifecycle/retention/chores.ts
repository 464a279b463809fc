import { OF_SERVICE } from '../../../common/jobs/catalogue.ts';
import { type Chore, seldom } from '../../runtime/chore.ts';
import { trimRenderings } from './apply.ts';

export const RETENTION_CHORES: readonly Chore[] = [
  seldom(60_000, { name: 'trimRenderings', run: trimRenderings }),
  seldom(3600_000, {
    name: 'applyRetention',
    run: ({ ring }) => ring('apply-retention', { userId: OF_SERVICE }),
  }),
];
