import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { now } from '../../../common/clock.ts';
import { Account, type AccountDocument } from '../../../common/models/accounts.ts';
import { Session } from '../../../common/models/sessions.ts';
import { rows } from '../../../common/mongo.ts';
import { passwordMark } from '../../../common/passwords.ts';
import { patiently } from '../../../common/patience.ts';

/** Somebody who is signed in, and what forms of theirs prove it by. */
export interface Visitor {
  readonly account: AccountDocument;
  /** The cookie's token. */
  readonly token: string;
}

/** A working day; whoever stays longer signs in again. */
const SESSION_MS = 12 * 3600 * 1000;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Sessions in a cookie of 256 random bits, of which the store has but a hash. */
export function createSessions(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  // The prefix makes browsers refuse it from any other host, and without TLS (RFC 6265bis, 4.1.3.2).
  const name = secure ? '__Host-session' : 'session';

  const setCookie = (ctx: Context, value: string, seconds: number): void => {
    const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`;
    ctx.append('Set-Cookie', `${name}=${value}; ${attributes}`);
  };

  return {
    /** Who it is that asks; null if nobody is signed in. A changed password ends every session before it. */
    async find(ctx: Context): Promise<Visitor | null> {
      const token = ctx.cookies.get(name);
      if (token === undefined || !/^[\w-]{43}$/.test(token)) return null;
      const session = await patiently(
        rows(Session).findOne({ _id: sha256(token), expires_at: { $gt: now() } }),
      );
      const account = session && (await patiently(rows(Account).findOne({ _id: session.user_id })));
      return account && passwordMark(account) === session.password_hash ? { account, token } : null;
    },

    /** Signs in. The token is always a new one: what a browser brought is worth nothing. */
    async open(ctx: Context, account: AccountDocument): Promise<void> {
      const token = randomBytes(32).toString('base64url');
      const at = now();
      await rows(Session).insertOne({
        _id: sha256(token),
        user_id: account._id,
        password_hash: passwordMark(account),
        created_at: at,
        expires_at: new Date(at.getTime() + SESSION_MS),
      });
      setCookie(ctx, token, SESSION_MS / 1000);
    },

    /** Signs out. */
    async close(ctx: Context, { token }: Visitor): Promise<void> {
      await rows(Session).deleteOne({ _id: sha256(token) });
      setCookie(ctx, '', 0);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

/** What each form of a session carries: a page of another site can send the cookie along, but not know this. */
export const formToken = ({ token }: Visitor): string =>
  createHmac('sha256', token).update('forms').digest('base64url');

/** Whether a form carries it; in constant time. */
export function isFormToken(visitor: Visitor, given: string): boolean {
  const [expected, actual] = [formToken(visitor), given].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
