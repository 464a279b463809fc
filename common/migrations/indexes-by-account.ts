import type { Migration } from './migration.ts';

/**
 * Indexes begin with the account. They are created after the migrations, beside those that they replace, which the version before
 * still uses. From this version of the store on, the version before starts no more: the replaced ones may be gone.
 */
export const indexesByAccount: Migration = {
  version: 9,
  title: 'indexes begin with the account',
  run: async () => {},
};
