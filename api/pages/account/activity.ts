import type { Context } from 'koa';
import { audited, isDone, noteAct, prefixOf } from '../../../common/changes/audit-entries.ts';
import { personActor } from '../../http/audit.ts';

/** Actions on an account that its page offers. */
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
  | 'account_closed'
  | 'account_reopened';

interface ActivityDetail {
  /** Null when the visitor is not signed in; then no account may be named. */
  readonly userId: number | null;
  readonly key?: string;
  /** For a rolled key: the pair that replaces it. */
  readonly newKey?: string;
}

/**
 * Logs who did what and from where, for later investigations. The line has the same id as the request's own line. It
 * contains no secret and no person's address, and only as much of a key as tells it from others.
 */
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

/** Who acts on an account, and on which pair of its keys. */
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

/**
 * Does what a person does with an account: the audit log has an entry before anything is changed, and the log a line once it is done. An
 * answer of null or false says that it was refused. `keysOf` names the keys of the line, where the work makes one.
 */
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

/** Notes what happened to an account in its audit log, and logs it. */
export async function noteActivity(
  ctx: Context,
  activity: AccountActivity,
  doing: AccountActor,
): Promise<void> {
  await noteAct(actOf(ctx, activity, doing), activity.endsWith('_refused') ? 'refused' : 'done');
  logActivity(ctx, activity, doing);
}
