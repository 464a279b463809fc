import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { now } from '../../../common/clock.ts';
import { Account, type AccountDocument } from '../../../common/models/accounts.ts';
import { rows } from '../../../common/mongo.ts';
import { passwordMark } from '../../../common/passwords.ts';
import { patiently } from '../../../common/patience.ts';

/** A browser in which an account signed in before. */
export interface KnownBrowser {
  readonly account: AccountDocument;
  /** Tells it from others. */
  readonly device: string;
}

/** A year. */
const LASTS_SECONDS = 365 * 24 * 3600;
/** Account, second of issue, device, tag. */
const COOKIE = /^(\d{1,15})\.(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/;

/**
 * Browsers that signed in before, by a cookie that names the account (OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies"). Tries from elsewhere do not count against them: wrong passwords of others lock no owner out. The
 * cookie opens nothing by itself, and a changed password ends it.
 */
export function createKnownBrowsers(publicUrl: string, secrets: readonly string[]) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-known' : 'known';
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'known browsers', 32)));
  const tagOf = (key: Buffer, said: string, account: AccountDocument): Buffer =>
    createHmac('sha256', key)
      .update(`${said}.${passwordMark(account)}`)
      .digest();

  return {
    /** The browser that asks; null where it is not known, or not any more. */
    async find(ctx: Context): Promise<KnownBrowser | null> {
      const [, id, issued, device = '', tag = ''] = COOKIE.exec(ctx.cookies.get(name) ?? '') ?? [];
      const age = now().getTime() / 1000 - Number(issued);
      // One that is new to this process's clock is as good.
      if (id === undefined || age > LASTS_SECONDS) return null;
      const account = await patiently(rows(Account).findOne({ _id: Number(id) }));
      const given = Buffer.from(tag, 'base64url');
      const fits =
        account !== null &&
        keys.some((key) => timingSafeEqual(tagOf(key, `${id}.${issued}.${device}`, account), given));
      return fits ? { account, device } : null;
    },

    /** Knows this browser from now on, as one of the account's. */
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
