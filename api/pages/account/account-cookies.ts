import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { accessMark } from '../../../common/accounts/access-mark.ts';
import { now } from '../../../common/clock.ts';
import { hmacKey } from '../../../common/domain/hmac-key.ts';
import { Account, type AccountDocument } from '../../../common/models/accounts.ts';
import { patiently } from '../../../common/store/patience.ts';

/** The parts: account, time of issue in seconds, device, tag. */
const COOKIE = /^(\d{1,15})\.(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/;

/** What a cookie says. */
export interface NamedAccount {
  readonly account: AccountDocument;
  /** Identifies the cookie among others. */
  readonly device: string;
}

interface CookieKind {
  readonly name: string;
  /** What its tag is for: a cookie of one kind is none of another. */
  readonly purpose: string;
  readonly seconds: number;
}

/** Signed cookies that name an account. A changed password, or a second factor that is turned on or off, ends them. */
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
    /** What the cookie of this request says; null where there is none that holds. */
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

    /** Gives this browser a cookie of the account. */
    remember(ctx: Context, account: AccountDocument): void {
      const issued = Math.floor(now().getTime() / 1000);
      const said = `${account._id}.${issued}.${randomBytes(16).toString('base64url')}`;
      setCookie(ctx, `${said}.${tagOf(keys[0]!, said, account).toString('base64url')}`, seconds);
    },

    /** Takes the cookie from this browser. */
    forget(ctx: Context): void {
      setCookie(ctx, '', 0);
    },
  };
}

export type AccountCookies = ReturnType<typeof createAccountCookies>;
