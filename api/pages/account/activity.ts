import type { Context } from 'koa';
import { accountByAddress } from '../../../common/accounts/accounts.ts';
import { audited, isDone, noteAct, prefixOf } from '../../../common/changes/audit-entries.ts';
import { personActor } from '../../http/audit.ts';

export type AccountActivity =
  | 'signed_in'
  | 'sign_in_refused'
  | 'code_asked'
  | 'code_refused'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes_made'
  | 'signed_out'
  | 'session_ended'
  | 'details_changed'
  | 'tracking_changed'
  | 'brand_changed'
  | 'password_changed'
  | 'password_refused'
  | 'password_reset_asked'
  | 'password_reset'
  | 'key_created'
  | 'key_changed'
  | 'key_rolled'
  | 'key_revoked'
  | 'set_up_refused'
  | 'account_created'
  | 'account_closed'
  | 'account_reopened';

interface ActivityDetail {
  /** Null for a visitor without a session; then no account may be named. */
  readonly userId: number | null;
  readonly key?: string;
  /** For a rolled key: the pair that replaces it. */
  readonly newKey?: string;
}

/** Logs an act with the client's address and the request's id: no secret, no e-mail address, and only a prefix of the key. */
export function logActivity(
  ctx: Context,
  activity: AccountActivity,
  { userId, key, newKey }: ActivityDetail,
): void {
  ctx.state.log.info(
    {
      activity,
      user_id: userId,
      address: ctx.state.address,
      key: key && prefixOf(key),
      new_key: newKey && prefixOf(newKey),
    },
    'account activity',
  );
}

interface AccountActor {
  readonly userId: number;
  readonly key?: string;
}

const actOf = (ctx: Context, act: AccountActivity, { userId, key }: AccountActor) => ({
  userId,
  actor: personActor(ctx),
  act,
  ...(key !== undefined && { concerned: { subject: key } }),
});

/** Does an act: an audit entry before the change, a log line after it. Null or false means refused. `keysOf` names a created key. */
export async function actOn<Result>(
  ctx: Context,
  activity: AccountActivity,
  doing: AccountActor,
  work: () => Promise<Result>,
  keysOf?: (result: Exclude<Result, null | false>) => { key: string; newKey?: string },
): Promise<Result> {
  const result = await audited(
    actOf(ctx, activity, doing),
    work,
    keysOf && ((made) => ({ subject: prefixOf(keysOf(made).key) })),
  );
  if (isDone(result)) logActivity(ctx, activity, { ...doing, ...keysOf?.(result) });
  return result;
}

export async function noteActivity(
  ctx: Context,
  activity: AccountActivity,
  doing: AccountActor,
): Promise<void> {
  await noteAct(actOf(ctx, activity, doing), activity.endsWith('_refused') ? 'refused' : 'done');
  logActivity(ctx, activity, doing);
}

/**
 * Stores a refused sign-in in the account that the address belongs to, if any. The answer does not wait for it: its time would tell whether
 * the address has an account. Limits of sign-ins bound the entries.
 */
export function noteRefusedSignIn(ctx: Context, email: string): void {
  const { log } = ctx.state;
  const actor = personActor(ctx);
  const note = async (): Promise<void> => {
    const account = await accountByAddress(email);
    if (account) await noteAct({ userId: account._id, actor, act: 'sign_in_refused' }, 'refused');
  };
  note().catch((error: unknown) => log.warn({ err: error }, 'refused sign-in not audited'));
}
