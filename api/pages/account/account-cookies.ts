import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { accessMark } from '../../../common/accounts/access-mark.ts';
import { now } from '../../../common/clock.ts';
import { hmacKey } from '../../../common/domain/hmac-key.ts';
import { Account, type AccountDocument } from '../../../common/models/accounts.ts';
import { patiently } from '../../../common/store/patience.ts';

/** Account, time of issue in seconds, device, tag. */
const COOKIE = /^(\d{1,15})\.(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/;

export interface NamedAccount {
  readonly account: AccountDocument;
  readonly device: string;
}

interface CookieKind {
  readonly name: string;
  /** Part of the tag's key, so that a cookie of one kind is not valid as another. */
  readonly purpose: string;
  readonly seconds: number;
}

export function hostCookie(publicUrl: string, plain: string, sameSite: 'Lax' | 'Strict') {
  const secure = publicUrl.startsWith('https:');
  // With this prefix, browsers refuse the cookie from other hosts and without TLS (RFC 6265bis, 4.1.3.2).
  const name = secure ? `__Host-${plain}` : plain;
  return {
    get: (ctx: Context): string | undefined => ctx.cookies.get(name),
    set(ctx: Context, value: string, seconds: number): void {
      const attributes = `Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure ? '; Secure' : ''}`;
      ctx.append('Set-Cookie', `${name}=${value}; ${attributes}`);
    },
  };
}

/** Signed cookies that name an account. A new password, or a change of the second factor, invalidates them. */
export function createAccountCookies(
  publicUrl: string,
  secrets: readonly string[],
  { name, purpose, seconds }: CookieKind,
) {
  const cookie = hostCookie(publicUrl, name, 'Strict');
  const keys = secrets.map((secret) => hmacKey(secret, purpose));
  const tagOf = (key: KeyObject, said: string, account: AccountDocument): Buffer =>
    createHmac('sha256', key)
      .update(`${said}.${accessMark(account)}`)
      .digest();

  return {
    /** The account of the request's cookie; null without a valid cookie. */
    async find(ctx: Context): Promise<NamedAccount | null> {
      const [, id, issued, device = '', tag = ''] = COOKIE.exec(cookie.get(ctx) ?? '') ?? [];
      const age = now().getTime() / 1000 - Number(issued);
      // A cookie that is newer than this process's clock is accepted.
      if (id === undefined || age > seconds) return null;
      const account = await patiently(Account.findOne({ _id: Number(id) }));
      const given = Buffer.from(tag, 'base64url');
      const fits =
        account !== null &&
        keys.some((key) => timingSafeEqual(tagOf(key, `${id}.${issued}.${device}`, account), given));
      return fits ? { account, device } : null;
    },

    remember(ctx: Context, account: AccountDocument): void {
      const issued = Math.floor(now().getTime() / 1000);
      const said = `${account._id}.${issued}.${randomBytes(16).toString('base64url')}`;
      cookie.set(ctx, `${said}.${tagOf(keys[0]!, said, account).toString('base64url')}`, seconds);
    },

    forget: (ctx: Context): void => cookie.set(ctx, '', 0),
  };
}

export type AccountCookies = ReturnType<typeof createAccountCookies>;

/**
 * Browsers that have signed in before, by a cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). Attempts from
 * elsewhere do not count against them, so an attacker cannot lock out the owner. The cookie alone gives no access.
 */
export const createKnownBrowsers = (publicUrl: string, secrets: readonly string[]): KnownBrowsers =>
  createAccountCookies(publicUrl, secrets, {
    name: 'known',
    purpose: 'known browsers',
    seconds: 365 * 24 * 3600,
  });

export type KnownBrowsers = Pick<AccountCookies, 'find' | 'remember'>;
