import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { accessMark } from '../../../common/accounts/access-mark.ts';
import { endSession, endSessions } from '../../../common/accounts/sessions.ts';
import { now } from '../../../common/clock.ts';
import { shownAddress } from '../../../common/domain/network.ts';
import { Account, type AccountDocument } from '../../../common/models/accounts.ts';
import { Session, type SessionDocument } from '../../../common/models/sessions.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { patiently } from '../../../common/store/patience.ts';
import { deviceOf } from '../../http/device.ts';
import { hostCookie } from './account-cookies.ts';
import { actOn } from './activity.ts';

export interface SignedInAccount {
  readonly account: AccountDocument;
  readonly token: string;
}

/** A working day; then the visitor signs in again. */
const SESSION_MS = 12 * 3600 * 1000;

/** Milliseconds by which the time of last use may be wrong. */
const SEEN_EXACT_TO = 60_000;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The key of a stored session. It does not reveal the cookie's token. */
export const sessionIdOf = ({ token }: SignedInAccount): string => sha256(token);

/** Stores when and from where a session was used. No request waits for the write or fails with it. */
function noteSeen(ctx: Context, { _id, user_id, address, last_seen_at }: SessionDocument): void {
  const at = now();
  const isFresh = last_seen_at && at.getTime() - last_seen_at.getTime() < SEEN_EXACT_TO;
  if (isFresh && address === shownAddress(ctx.ip)) return;
  void Session.of(user_id)
    .updateOne(
      { _id },
      { $set: { last_seen_at: at, address: shownAddress(ctx.ip) } },
      { writeConcern: { w: 1 } },
    )
    .catch((error: unknown) => ctx.state.log.debug({ err: error }, 'last use of a session not stored'));
}

/** Sessions by a cookie of 256 random bits. Only its hash is stored. */
export function createSessions(publicUrl: string) {
  const cookie = hostCookie(publicUrl, 'session', 'Lax');

  return {
    /** The account of this request, or null. A new password ends all earlier sessions. */
    async find(ctx: Context): Promise<SignedInAccount | null> {
      const token = cookie.get(ctx);
      if (token === undefined || !/^[\w-]{43}$/.test(token)) return null;
      const session = await patiently(
        everywhere(Session, 'tokens').findOne({ _id: sha256(token), expires_at: { $gt: now() } }),
      );
      const account = session && (await patiently(Account.findOne({ _id: session.user_id })));
      if (!account || accessMark(account) !== session.password_hash) return null;
      noteSeen(ctx, session);
      return { account, token };
    },

    /** Signs in with a new token. The session of the browser's old token ends. */
    async open(ctx: Context, account: AccountDocument): Promise<void> {
      const before = cookie.get(ctx);
      if (before !== undefined) await everywhere(Session, 'tokens').deleteOne({ _id: sha256(before) });
      const token = randomBytes(32).toString('base64url');
      const at = now();
      await Session.of(account._id).insertOne({
        _id: sha256(token),
        user_id: account._id,
        password_hash: accessMark(account),
        device: deviceOf(ctx.get('User-Agent')),
        address: shownAddress(ctx.ip),
        created_at: at,
        last_seen_at: at,
        expires_at: new Date(at.getTime() + SESSION_MS),
      });
      cookie.set(ctx, token, SESSION_MS / 1000);
    },

    async close(ctx: Context, { account, token }: SignedInAccount): Promise<void> {
      await Session.of(account._id).deleteOne({ _id: sha256(token) });
      cookie.set(ctx, '', 0);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

/** The token in each form of a session. A page of another site can make the browser send the cookie, but does not know this token. */
export const formToken = ({ token }: SignedInAccount): string =>
  createHmac('sha256', token).update('forms').digest('base64url');

export function isFormToken(visitor: SignedInAccount, given: string): boolean {
  const [expected, actual] = [formToken(visitor), given].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Ends one session of the account. If it has ended, this is no error. */
export async function endOne(ctx: Context, { account }: SignedInAccount, id: string): Promise<void> {
  await actOn(ctx, 'session_ended', { userId: account._id }, () => endSession(account._id, id));
}

export async function endOthers(ctx: Context, visitor: SignedInAccount): Promise<void> {
  const { _id: userId } = visitor.account;
  await actOn(ctx, 'session_ended', { userId }, () => endSessions(userId, sessionIdOf(visitor)));
}
