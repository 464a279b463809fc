import type { Rows } from '../../common/store/collection.ts';

interface OfAccounts<Stored extends object> {
  readonly driver: unknown;
  of(account: number): Rows<Stored>;
}

/** The methods of the driver, which the questions of all accounts use: a test may replace one. */
export const driverOf = <Stored extends object>({ driver }: OfAccounts<Stored>): Rows<Stored> =>
  driver as Rows<Stored>;
