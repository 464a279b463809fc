/**
 * What may have addresses of people, in the order in which a worker erases them: files first, of which contacts would be made again. A
 * place that is added here must be known to what erases (`worker/lifecycle/erasure/pass.ts`) and to what looks for erased addresses in a restored
 * store (`common/backup/stored-texts.ts`): the compiler asks for both.
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
  'notices',
  'imports',
  'bulk_changes',
  'tests',
] as const;
export type AddressPlace = (typeof ADDRESS_PLACES)[number];
