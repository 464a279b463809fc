import { type Chore, seldom } from '../runtime/chore.ts';
import { noteHighBounces, noteStalled } from './detect-stalled.ts';

export const NOTICE_CHORES: readonly Chore[] = [
  seldom(10_000, { name: 'noteStalled', run: noteStalled }),
  seldom(30_000, { name: 'noteHighBounces', run: noteHighBounces }),
];
