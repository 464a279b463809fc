import type { Context } from 'koa';

/** Actions on an account that its page offers. */
export type Activity =
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
  | 'key_revoked';

/** Enough of a public key to recognise it among an account's keys. */
const prefixOf = (publicKey: string): string => publicKey.slice(0, 11);

interface What {
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
export function logActivity(ctx: Context, activity: Activity, { userId, key, newKey }: What): void {
  ctx.state.log.info(
    {
      activity,
      user_id: userId,
      ip: ctx.ip,
      ...(key !== undefined && { key: prefixOf(key) }),
      ...(newKey !== undefined && { new_key: prefixOf(newKey) }),
    },
    'account activity',
  );
}
