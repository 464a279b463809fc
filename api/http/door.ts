import type { Context } from 'koa';
import type { Account } from './account.ts';
import type { CallAccess } from './authenticate.ts';
import type { Service } from './endpoint.ts';

/** Where the table is served, and how an account is told there. */
export interface Door {
  /** The path that stands before those of the table. */
  readonly prefix: string;
  /** Finds the account of a request, or throws. */
  readonly authenticate: (ctx: Context, service: Service, asked: CallAccess) => Promise<Account>;
  /** Names in the query that the door itself reads. */
  readonly reads?: readonly string[];
}
