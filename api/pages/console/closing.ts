import type Router from '@koa/router';
import type { Context } from 'koa';
import { closeAccount, isOwnAddress } from '../../../common/accounts/closing.ts';
import { isTooLong } from '../../../common/accounts/passwords.ts';
import { useCode } from '../../../common/accounts/second-factor.ts';
import { ADDRESS_MAX } from '../../../common/domain/addresses.ts';
import { timestamp } from '../../../common/domain/times.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import type { Service } from '../../http/endpoint.ts';
import { conflict, invalid, invalidField } from '../../http/failures.ts';
import { actOn, noteActivity } from '../account/activity.ts';
import type { FormReader } from '../account/forms.ts';
import { countedAccount } from '../account/limited.ts';
import type { SignedInAccount } from '../account/sessions.ts';
import { createPersonCalls } from './door.ts';

/** `/console/access/closing` (docs/rules.md 18.19): needs a session, address, password, and a code if a second factor is on. */
export function consoleClosing(router: Router, service: Service): void {
  const { config, limits, keys } = service;
  const { answer, change } = createPersonCalls(service);

  router.get(
    '/console/access/closing',
    answer(async (_, { account }) => ({
      days: config.closedDays,
      asks_for_code: Boolean(account.second_factor),
    })),
  );

  router.post(
    '/console/access/closing',
    change(async (ctx, visitor, form) => {
      const { account } = visitor;
      await prove(ctx, visitor, form);
      const { _id: userId } = account;
      const closed = await actOn(ctx, 'account_closed', { userId }, () =>
        closeAccount(account, config.closedDays),
      );
      if (!closed) throw conflict('The account is already closed.');
      await keys.changed(userId);
      return { closed_at: timestamp(closed.at), deleted_from: timestamp(closed.until) };
    }),
  );

  /** Throws if the address, password or code is wrong. The code is used up last, once the others are right. */
  async function prove(ctx: Context, { account, token }: SignedInAccount, form: FormReader): Promise<void> {
    const { _id: userId, email, second_factor } = account;
    const [address, password, code] = [form('email').trim(), form('password'), form('code').trim()];
    const isAddress = address.length <= ADDRESS_MAX && isOwnAddress(account, address);
    const wrong = {
      ...(!isAddress && {
        email: [address === '' ? texts.required('email') : texts.ownAddress()],
      }),
      ...(password === '' && { password: [texts.required('password')] }),
      ...(isTooLong(password) && { password: [texts.ownPassword()] }),
      ...(second_factor && code === '' && { code: [texts.required('code')] }),
    };
    if (Object.keys(wrong).length > 0) throw invalid(wrong);
    // Counted by session: a stolen session must not use up the owner's tries.
    const attempt = await limits.signInKnown(token);
    // Before the password, because its check costs much.
    const codeAttempt = second_factor ? await limits.code(token) : async () => {};
    const given = { email, password, person: token };
    if (!(await countedAccount(ctx, limits, given, [attempt, codeAttempt]))) {
      await Promise.all([codeAttempt(), noteActivity(ctx, 'password_refused', { userId })]);
      throw invalidField('password', texts.ownPassword());
    }
    await attempt();
    if (!second_factor) return;
    if (!(await useCode(account, code, config))) {
      await noteActivity(ctx, 'code_refused', { userId });
      throw invalidField('code', texts.ownCode());
    }
    await codeAttempt();
  }
}
