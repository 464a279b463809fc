import type { Context } from 'koa';
import { renderSVG } from 'uqr';
import { changeDetails, changePassword, changeTracking } from '../../../common/accounts/accounts.ts';
import {
  offerFactor,
  renewRecoveryCodes,
  turnOff,
  turnOn,
  useCode,
} from '../../../common/accounts/second-factor.ts';
import { moveSchedules } from '../../../common/changes/schedules.ts';
import { enrollmentUri, shownBytes } from '../../../common/domain/one-time-codes.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import type { Service } from '../../http/endpoint.ts';
import { createKnownBrowsers } from './account-cookies.ts';
import { actOn, noteActivity } from './activity.ts';
import { passwordTurn } from './limited.ts';
import { createSessions, type SignedInAccount, sessionIdOf } from './sessions.ts';

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

/** Empty modules around a QR code (ISO/IEC 18004, 5.3.8). */
const QUIET_ZONE = 4;

/** A person's acts on the second factor, on the account page and in the console. Each is logged. */
export function createFactorActs({ config, limits }: Pick<Service, 'config' | 'limits'>, signIn: SignIn) {
  return {
    /** Offers a new secret, as text and as the SVG of a QR code. Ask for the password first. */
    async offer(visitor: SignedInAccount) {
      const { _id: userId, email } = visitor.account;
      const secret = await offerFactor(userId, sessionIdOf(visitor), config);
      const uri = enrollmentUri(secret, new URL(config.publicUrl).hostname, email);
      return {
        secret: shownBytes(secret).match(/.{4}/g)!.join(' '),
        qr: renderSVG(uri, { ecc: 'M', border: QUIET_ZONE }),
      };
    },

    /** Returns the recovery codes; null for a wrong code. Every session ends, and a new one begins. */
    async turnOn(ctx: Context, visitor: SignedInAccount, code: string): Promise<readonly string[] | null> {
      const { account } = visitor;
      const on = await actOn(ctx, 'second_factor_on', { userId: account._id }, () =>
        turnOn(account, sessionIdOf(visitor), code, config),
      );
      if (on) await signIn(ctx, on.account);
      return on && on.recoveryCodes;
    },

    /** Uses up a code; false for a wrong one. Counted by session: a stolen session must not use up the owner's tries. Throws a 429. */
    async takesCode(ctx: Context, { account, token }: SignedInAccount, code: string): Promise<boolean> {
      const attempt = await limits.code(token);
      if (!(await useCode(account, code, config))) {
        await noteActivity(ctx, 'code_refused', { userId: account._id });
        return false;
      }
      await attempt();
      return true;
    },

    /** Call it after a code was used. Returns null when the second factor was turned off meanwhile. */
    renew: (ctx: Context, { account }: SignedInAccount): Promise<readonly string[] | null> =>
      actOn(ctx, 'recovery_codes_made', { userId: account._id }, () => renewRecoveryCodes(account, config)),

    /** Call it after a code was used. Every session ends, and a new one begins. */
    async turnOff(ctx: Context, { account: before }: SignedInAccount): Promise<void> {
      const account = await actOn(ctx, 'second_factor_off', { userId: before._id }, () => turnOff(before));
      if (account) await signIn(ctx, account);
    },
  };
}
