import type Router from '@koa/router';
import { liveKeyPairs } from '../../../common/accounts/key-pairs.ts';
import { liveSessions } from '../../../common/accounts/sessions.ts';
import type { Config } from '../../../common/config.ts';
import { timestamp } from '../../../common/domain/times.ts';
import type { SessionDocument } from '../../../common/models/sessions.ts';
import type { Service } from '../../http/endpoint.ts';
import { notFound } from '../../http/failures.ts';
import { actOn } from '../account/activity.ts';
import { createKeyActs } from '../account/key-acts.ts';
import { endOne, type Sessions, type SignedInAccount, sessionIdOf } from '../account/sessions.ts';
import { createConsoleVisitors, createPersonCalls } from './door.ts';
import { KEY_TEXTS, keyRefusal, presentKey } from './key-answers.ts';

/** `/console/access/…`: outside the API's table, so that keys can neither create keys nor end sessions (docs/rules.md 17.6). */
export function consoleAccess(router: Router, service: Service): void {
  const { answer, change } = createPersonCalls(service);
  const acts = createKeyActs(service);

  router.get(
    '/console/access/keys',
    answer(async (_, { account }) =>
      (await liveKeyPairs(account._id)).map((key) => presentKey(key, account.timezone)),
    ),
  );

  router.post(
    '/console/access/keys',
    change(async (ctx, { account }, form) => {
      const made = await acts.make(ctx, account, form, KEY_TEXTS);
      if (made.problems) throw keyRefusal(made.problems, made.typed);
      return made.pair;
    }),
  );

  router.post(
    '/console/access/keys/limits',
    change(async (ctx, { account }, form) => {
      const changed = await acts.limit(ctx, account, form, KEY_TEXTS);
      if (changed === false) throw notFound();
      if (changed !== true) throw keyRefusal(changed.problems, changed.typed);
      return 'Updated Successfully';
    }),
  );

  router.post(
    '/console/access/keys/roll',
    change(async (ctx, { account }, form) => {
      const made = await acts.roll(ctx, account, form('key'));
      if (!made) throw notFound();
      return made.pair;
    }),
  );

  router.post(
    '/console/access/keys/revoke',
    change(async (ctx, { account }, form) => {
      if (!(await acts.revoke(ctx, account, form('key')))) throw notFound();
      return 'Revoked Successfully';
    }),
  );

  router.get(
    '/console/access/sessions',
    answer(async (_, visitor) =>
      (await liveSessions(visitor.account)).map((session) => presentSession(session, sessionIdOf(visitor))),
    ),
  );

  router.post(
    '/console/access/sessions/end',
    change(async (ctx, visitor, form) => {
      await endOne(ctx, visitor, form('session'));
      return 'Ended Successfully';
    }),
  );
}

const presentSession = (
  { _id, device, address, created_at, last_seen_at }: SessionDocument,
  ownId: string,
) => ({
  id: _id,
  device: device ?? null,
  address: address ?? null,
  is_this: _id === ownId,
  created_at: timestamp(created_at),
  last_seen_at: timestamp(last_seen_at ?? created_at),
});

/** The signed-in person, for the console. */
export const presentVisitor = (
  { account: { _id: user_id, name, email, timezone } }: SignedInAccount,
  { operators }: Pick<Config, 'operators'>,
) => ({ user_id, name, email, timezone, is_operator: operators.includes(user_id) });

/** `/console/session`: GET returns the signed-in account, DELETE signs out. */
export function consoleSession(router: Router, { config }: Service, sessions: Sessions): void {
  const visitorOf = createConsoleVisitors(config.publicUrl);
  router.get('/console/session', async (ctx) => {
    ctx.body = { status: 'success', message: presentVisitor(await visitorOf(ctx), config) };
  });

  router.delete('/console/session', async (ctx) => {
    const visitor = await visitorOf(ctx);
    await actOn(ctx, 'signed_out', { userId: visitor.account._id }, () => sessions.close(ctx, visitor));
    ctx.body = { status: 'success', message: 'Signed out' };
  });
}
