import type { Context } from 'koa';
import { changeDetails, changePassword, changeTracking } from '../../../common/accounts/accounts.ts';
import { moveSchedules } from '../../../common/changes/schedules.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import type { Service } from '../../http/endpoint.ts';
import { createKnownBrowsers } from './account-cookies.ts';
import { actOn } from './activity.ts';
import { passwordTurn } from './limited.ts';
import { createSessions, type SignedInAccount } from './sessions.ts';

type SignIn = (ctx: Context, account: AccountDocument) => Promise<void>;

/** Begins a session, and remembers the account in the browser. */
export function createSignIn({ publicUrl, signingSecrets }: Service['config']): SignIn {
  const sessions = createSessions(publicUrl);
  const browsers = createKnownBrowsers(publicUrl, signingSecrets);
  return async (ctx, account) => {
    await sessions.open(ctx, account);
    browsers.remember(ctx, account);
  };
}

interface Details {
  readonly name: string;
  readonly timezone: string;
  /** `move`: scheduled campaigns keep their local time in a new zone. */
  readonly schedules: string;
}

/** A person's changes of the account, on the account page and in the console. Each is logged. */
export const accountActs = {
  saveDetails: (
    ctx: Context,
    userId: number,
    { name, timezone, schedules }: Details,
    keys: Service['keys'],
  ): Promise<void> =>
    actOn(ctx, 'details_changed', { userId }, () =>
      changeDetails(
        userId,
        { name, timezone },
        keys.changed,
        schedules === 'move' ? (zone) => moveSchedules(userId, zone, timezone) : undefined,
      ),
    ),
  saveTracking: (ctx: Context, userId: number, isOn: boolean): Promise<void> =>
    actOn(ctx, 'tracking_changed', { userId }, () => changeTracking(userId, isOn)),
  /** `signIn` begins a new session: the new password ends all. */
  async savePassword(
    ctx: Context,
    { account, token }: SignedInAccount,
    wanted: string,
    signIn: SignIn,
  ): Promise<void> {
    const changed = await actOn(ctx, 'password_changed', { userId: account._id }, () =>
      changePassword(account, wanted, passwordTurn(ctx, token)),
    );
    if (changed) await signIn(ctx, changed);
  },
};
