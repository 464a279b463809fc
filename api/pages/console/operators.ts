import type { Context } from 'koa';
import type { Service } from '../../http/endpoint.ts';
import { Failure, notFound } from '../../http/failures.ts';
import { integerFrom } from '../../http/inputs.ts';
import { accountOfVisitor, createConsoleVisitors } from './door.ts';

const NEEDS_SECOND_FACTOR = 'Operators need a second factor. Set it up on your account page.';

/** Returns the account id of a signed-in operator. Other signed-in accounts get a 404. */
export function createOperators(
  service: Pick<Service, 'config' | 'limits'>,
): (ctx: Context) => Promise<number> {
  const { config } = service;
  const visitorOf = createConsoleVisitors(config.publicUrl);
  return async (ctx) => {
    const visitor = await visitorOf(ctx);
    const { id } = await accountOfVisitor(ctx, visitor, service);
    if (!config.operators.includes(id)) throw notFound();
    if (!visitor.account.second_factor) throw new Failure(403, NEEDS_SECOND_FACTOR);
    return id;
  };
}

export interface OperatorCall {
  readonly ctx: Context;
  readonly operator: number;
  readonly given: Readonly<Record<string, unknown>>;
}

type OperatorTask = (call: OperatorCall) => Promise<object>;

/** Calls by path below `/console/api/operator/`: a GET reads, a POST with a form body changes. */
export interface OperatorCalls {
  readonly reads?: Readonly<Record<string, OperatorTask>>;
  readonly changes?: Readonly<Record<string, OperatorTask>>;
}

export const PAGE = 50;
const PAGE_MAX = 100;
export const limit = integerFrom(1, PAGE_MAX);

export const noRecord = (): Failure => new Failure(404, 'Record Not Found');

export type OperatorAct =
  | 'account_created'
  | 'account_suspended'
  | 'account_resumed'
  | 'account_closed'
  | 'account_reopened'
  | 'account_deleted'
  | 'quotas_changed'
  | 'key_created'
  | 'key_revoked'
  | 'job_retried';

/** Logs an operator's act; the account's audit log says only that an operator acted. `about` has no contents and no addresses. */
export function noteOperatorAct(
  ctx: Context,
  operator: number,
  act: OperatorAct,
  about:
    | { readonly account: number; readonly quotas?: object; readonly key?: string }
    | { readonly job: string },
): void {
  ctx.state.log.info(
    { activity: act, user_id: operator, address: ctx.state.address, about },
    'operator activity',
  );
}
