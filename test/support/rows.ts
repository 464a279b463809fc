import type { AccountCollection, OfAccount, Rows } from '../../common/store/collection.ts';

/** The documents of all accounts, at which tests, faults and bench programs look. */
export const rows = <Stored extends OfAccount>(model: AccountCollection<Stored>): Rows<Stored> =>
  model as unknown as Rows<Stored>;
