import { createIndexes } from './indexes.ts';
import type { Migration } from './migration.ts';

/** Creates indexes that begin with the account beside those that they replace, which the version before still uses. */
export const indexesByAccount: Migration = {
  version: 9,
  title: 'indexes begin with the account',
  run: () => createIndexes(),
};
