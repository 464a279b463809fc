import type { Context } from 'koa';
import { isTooLong } from '../../../common/accounts/passwords.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import type { auditCall } from '../../http/audit.ts';
import type { Service } from '../../http/endpoint.ts';
import { Failure, invalidField, notFound } from '../../http/failures.ts';
import { input, integerFrom, refuse } from '../../http/inputs.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { isOwnPassword } from '../account/limited.ts';
import type { SignedInAccount } from '../account/sessions.ts';
import { accountOfVisitor, createConsoleVisitors } from './door.ts';

const NEEDS_SECOND_FACTOR = 'Operators need a second factor. Set it up on your account page.';

/** Returns a signed-in operator. Other signed-in accounts get a 404. */
export function createOperators(
  service: Pick<Service, 'config' | 'limits'>,
): (ctx: Context) => Promise<SignedInAccount> {
  const { config } = service;
  const visitorOf = createConsoleVisitors(config.publicUrl);
  return async (ctx) => {
    const visitor = await visitorOf(ctx);
    const { id } = await accountOfVisitor(ctx, visitor, service);
    if (!config.operators.includes(id)) throw notFound();
    if (!visitor.account.second_factor) throw new Failure(403, NEEDS_SECOND_FACTOR);
    return visitor;
  };
}

export interface OperatorCall {
  readonly ctx: Context;
  readonly visitor: SignedInAccount;
  readonly operator: number;
  readonly given: Readonly<Record<string, unknown>>;
}

type OperatorRead = (call: OperatorCall) => Promise<object>;

export interface OperatorResult {
  readonly answer: object;
  /** Every process drops its copy of this account before the answer. */
  readonly tell?: number;
}

/** The subject of an operator's act, without contents and addresses. */
type OperatorSubject =
  | { readonly account: number; readonly quotas?: object; readonly key?: string }
  | { readonly job: string };

export interface OperatorCreation {
  readonly answer: object;
  /** Logged once the record is stored. */
  readonly act: OperatorAct;
  readonly about: OperatorSubject;
}

/**
 * Checks a call, and returns its work on the store, which may be tried again. The audit log of an account that exists has one entry of all tries: the work
 * begins it, and the caller ends it once the record is stored.
 */
type OperatorCreate = (call: OperatorCall) => Promise<(audit: AuditedCreation) => Promise<OperatorCreation>>;

/** Begins the entry with the name of the act. */
export type AuditedCreation = ReturnType<typeof auditCall<string>>;

/**
 * Checks a call, and returns its work on the store. The store has a limited time for that work alone: passwords may wait long for their turn,
 * and telling every process takes two seconds with sentinels.
 */
type OperatorChange = (call: OperatorCall) => Promise<() => Promise<OperatorResult>>;

/** Calls by path below `/console/api/operator/`: a GET reads, a POST with a form body changes. */
export interface OperatorCalls {
  readonly reads?: Readonly<Record<string, OperatorRead>>;
  /** Changes that a repeated call would make again. They take an `Idempotency-Key` and show a secret. */
  readonly creates?: Readonly<Record<string, OperatorCreate>>;
  readonly changes?: Readonly<Record<string, OperatorChange>>;
}

export const PAGE = 50;
const PAGE_MAX = 100;
export const limit = integerFrom(1, PAGE_MAX);

/** A text that is not trimmed: an operator's own password. */
export const ownPassword = input.custom((value: unknown, helpers) =>
  typeof value === 'string' && !isTooLong(value) ? value : refuse(helpers, texts.ownPassword),
);

/** Throws a 422 for a wrong password. For calls that give access to an account or end it: a stolen session must not suffice. */
export async function checkOwnPassword(
  { ctx, visitor }: OperatorCall,
  password: string,
  limits: RateLimits,
): Promise<void> {
  if (!(await isOwnPassword(ctx, visitor, password, limits)))
    throw invalidField('password', texts.ownPassword());
}

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

/** Logs an operator's act; the account's audit log says only that an operator acted. */
export function noteOperatorAct(
  ctx: Context,
  operator: number,
  act: OperatorAct,
  about: OperatorSubject,
): void {
  ctx.state.log.info(
    { activity: act, user_id: operator, address: ctx.state.address, about },
    'operator activity',
  );
}
