import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { passwordMark } from '../../../common/accounts/passwords.ts';
import { now } from '../../../common/clock.ts';
import { hmacKey } from '../../../common/hmac-key.ts';
import { Account, type AccountDocument } from '../../../common/models/accounts.ts';
import { rows } from '../../../common/mongo/connection.ts';
import { patiently } from '../../../common/mongo/patience.ts';

/** A browser in which the account has signed in before. */
export interface KnownBrowser {
  readonly account: AccountDocument;
  /** Identifies the browser among others. */
  readonly device: string;
}

/** A year. */
const LASTS_SECONDS = 365 * 24 * 3600;
/** The parts: account, time of issue in seconds, device, tag. */
const COOKIE = /^(\d{1,15})\.(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/;

/**
 * Browsers that signed in before, recognised by a cookie that names the account (OWASP, "Slow Down Online Guessing Attacks
 * with Device Cookies"). Attempts from other places do not count against them, so wrong passwords of an attacker do not
 * lock out the owner. The cookie alone gives no access, and changing the password invalidates it.
 */
export function createKnownBrowsers(publicUrl: string, secrets: readonly string[]) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-known' : 'known';
  const keys = secrets.map((secret) => hmacKey(secret, 'known browsers'));
  const tagOf = (key: KeyObject, said: string, account: AccountDocument): Buffer =>
    createHmac('sha256', key)
      .update(`${said}.${passwordMark(account)}`)
      .digest();

  return {
    /** The browser of this request; null when it is not known, or no longer. */
    async find(ctx: Context): Promise<KnownBrowser | null> {
      const [, id, issued, device = '', tag = ''] = COOKIE.exec(ctx.cookies.get(name) ?? '') ?? [];
      const age = now().getTime() / 1000 - Number(issued);
      // A cookie that is newer than this process's clock is accepted.
      if (id === undefined || age > LASTS_SECONDS) return null;
      const account = await patiently(rows(Account).findOne({ _id: Number(id) }));
      const given = Buffer.from(tag, 'base64url');
      const fits =
        account !== null &&
        keys.some((key) => timingSafeEqual(tagOf(key, `${id}.${issued}.${device}`, account), given));
      return fits ? { account, device } : null;
    },

    /** Makes this browser a known one of the account. */
    remember(ctx: Context, account: AccountDocument): void {
      const issued = Math.floor(now().getTime() / 1000);
      const said = `${account._id}.${issued}.${randomBytes(16).toString('base64url')}`;
      const value = `${said}.${tagOf(keys[0]!, said, account).toString('base64url')}`;
      const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${LASTS_SECONDS}${secure ? '; Secure' : ''}`;
      ctx.append('Set-Cookie', `${name}=${value}; ${attributes}`);
    },
  };
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
