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
  /** Distinguishes this cookie from others of the account. */
  readonly device: string;
}

interface CookieKind {
  readonly name: string;
  /** Part of the tag's key, so that a cookie of one kind is not valid as another. */
  readonly purpose: string;
  readonly seconds: number;
}

/** Signed cookies that name an account. A new password, or a change of the second factor, invalidates them. */
export function createAccountCookies(
  publicUrl: string,
  secrets: readonly string[],
  { name: plain, purpose, seconds }: CookieKind,
) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? `__Host-${plain}` : plain;
  const keys = secrets.map((secret) => hmacKey(secret, purpose));
  const tagOf = (key: KeyObject, said: string, account: AccountDocument): Buffer =>
    createHmac('sha256', key)
      .update(`${said}.${accessMark(account)}`)
      .digest();
  const setCookie = (ctx: Context, value: string, age: number): void => {
    const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure ? '; Secure' : ''}`;
    ctx.append('Set-Cookie', `${name}=${value}; ${attributes}`);
  };

  return {
    /** The account of the request's cookie; null without a valid cookie. */
    async find(ctx: Context): Promise<NamedAccount | null> {
      const [, id, issued, device = '', tag = ''] = COOKIE.exec(ctx.cookies.get(name) ?? '') ?? [];
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
      setCookie(ctx, `${said}.${tagOf(keys[0]!, said, account).toString('base64url')}`, seconds);
    },

    forget(ctx: Context): void {
      setCookie(ctx, '', 0);
    },
  };
}

export type AccountCookies = ReturnType<typeof createAccountCookies>;
