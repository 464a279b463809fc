/**
 * Places that may hold addresses, in the order of erasure: files first, because contacts would be imported from them again. The
 * compiler requires each place in the worker's erasure (`worker/lifecycle/erasure/pass.ts`) and in the check of a restored store
 * (`common/backup/stored-texts.ts`).
 */
export const ADDRESS_PLACES = [
  'uploads',
  'contacts',
  'segments',
  'automations',
  'ledger',
  'messages',
  'suppressions',
  'answers',
  'webhook_calls',
  'notices',
  'imports',
  'bulk_changes',
  'tests',
] as const;
export type AddressPlace = (typeof ADDRESS_PLACES)[number];
