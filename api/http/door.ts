import type { Context } from 'koa';
import type { Account } from './account.ts';
import type { CallAccess } from './authenticate.ts';
import type { Service } from './endpoint.ts';

/** A path at which the contract table is served, with its own authentication. */
export interface Door {
  readonly prefix: string;
  readonly authenticate: (ctx: Context, service: Service, asked: CallAccess) => Promise<Account>;
  /** Query names that the door itself reads. */
  readonly reads?: readonly string[];
}
