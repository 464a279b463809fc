import { foldContacts } from './fold-contacts.ts';
import type { Migration } from './migration.ts';

/** Lists in the order of cities use an index of folded cities. */
export const foldedCities: Migration = {
  version: 13,
  title: 'contacts have their cities as orders compare them',
  again: true,
  run: ({ after, checkpoint }) => foldContacts(['city'], Number(after ?? 0), checkpoint),
};
