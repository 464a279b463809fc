import type { Context } from 'koa';

/** What is done to an account on its page. */
export type Activity =
  | 'signed_in'
  | 'sign_in_refused'
  | 'signed_out'
  | 'details_changed'
  | 'password_changed'
  | 'password_refused'
  | 'key_created'
  | 'key_rolled'
  | 'key_revoked';

/** Enough of a public key to know it again among an account's. */
const prefixOf = (publicKey: string): string => publicKey.slice(0, 11);

interface What {
  /** Null where nobody is signed in, and none may be named. */
  readonly userId: number | null;
  readonly key?: string;
  /** Of a rolled key: the pair that takes its place. */
  readonly newKey?: string;
}

/**
 * A line of the log for whoever has to find out later who did what, from where, beside the request's own under the
 * same id. No secret, no address of a person, no more of a key than tells it from others.
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
