import { type Chore, seldom } from '../../runtime/chore.ts';
import { applyRetention, trimRenderings } from './apply.ts';

export const RETENTION_CHORES: readonly Chore[] = [
  seldom(60_000, { name: 'trimRenderings', run: trimRenderings }),
  seldom(3600_000, { name: 'applyRetention', run: applyRetention }),
];
