import type Router from '@koa/router';
import type { Context } from 'koa';
import { isTooLong, MAX_PASSWORD, MIN_PASSWORD } from '../../../common/accounts/passwords.ts';
import { dueInZone, scheduledSends } from '../../../common/changes/schedules.ts';
import { isLonger } from '../../../common/domain/text-length.ts';
import { isTimezone, timestamp } from '../../../common/domain/times.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import type { Service } from '../../http/endpoint.ts';
import { type FieldTexts, invalid, invalidField, notFound } from '../../http/failures.ts';
import { accountActs, createFactorActs, createSignIn } from '../account/account-acts.ts';
import { MAX_NAME } from '../account/details.ts';
import type { FormReader } from '../account/forms.ts';
import { isOwnPassword } from '../account/limited.ts';
import type { SignedInAccount } from '../account/sessions.ts';
import { zoneHint } from '../account/time-zones.ts';
import { createPersonCalls } from './door.ts';

/** Scheduled sends that the question about a new time zone names. */
const SHOWN_SENDS = 20;

/** Throws a 422 with the refused inputs, if any. */
function refuse(wrong: Readonly<Record<string, string[] | false>>, hints: FieldTexts = {}): void {
  const refused = Object.entries(wrong).filter((entry): entry is [string, string[]] => entry[1] !== false);
  if (refused.length > 0) throw invalid(Object.fromEntries(refused), hints);
}

/** `/console/access/account`, `…/details`, `…/password`, `…/second-factor/…` and `…/tracking`: what `/account` offers (docs/rules.md 17.6). */
export function consoleAccount(router: Router, service: Service): void {
  const { config, limits, keys } = service;
  const { answer, change } = createPersonCalls(service);
  const signIn = createSignIn(config);
  const factor = createFactorActs(service, signIn);

  router.get(
    '/console/access/account',
    answer(async (_, { account: { tracking, second_factor: on } }) => ({
      tracking: tracking !== false,
      second_factor: on
        ? { turned_on_at: timestamp(on.turned_on_at), recovery_codes: on.recovery.length }
        : null,
    })),
  );

  router.post(
    '/console/access/details',
    change(async (ctx, { account }, form) => {
      const [name, timezone, schedules] = [form('name').trim(), form('timezone'), form('schedules')];
      refuse(
        {
          name:
            (name === '' && [texts.required('name')]) ||
            (name.length > MAX_NAME && [texts.max('name', MAX_NAME)]),
          timezone: !isTimezone(timezone) && [texts.selected('timezone')],
        },
        isTimezone(timezone) ? {} : { timezone: [zoneHint(timezone)] },
      );
      const { _id: userId, timezone: before } = account;
      const sends = timezone === before || schedules !== '' ? [] : await scheduledSends(userId, 0);
      if (sends.length > 0) {
        const shown = sends.slice(0, SHOWN_SENDS).map(movedFrom(before, timezone));
        return { is_saved: false, sends: shown, more: sends.length - shown.length };
      }
      await accountActs.saveDetails(ctx, userId, { name, timezone, schedules }, keys);
      return { is_saved: true, sends: [], more: 0 };
    }),
  );

  router.post(
    '/console/access/tracking',
    change(async (ctx, { account: { _id: userId } }, form) => {
      await accountActs.saveTracking(ctx, userId, form('tracking') !== 'off');
      return 'Updated Successfully';
    }),
  );

  router.post(
    '/console/access/password',
    change(async (ctx, visitor, form) => {
      const [old, wanted] = [form('old_password'), form('new_password')];
      refuse({
        old_password:
          (old === '' && [texts.required('old_password')]) || (isTooLong(old) && [texts.ownPassword()]),
        new_password:
          (!isLonger(wanted, MIN_PASSWORD - 1) && [texts.min('new_password', MIN_PASSWORD)]) ||
          (isTooLong(wanted) && [texts.max('new_password', MAX_PASSWORD)]),
      });
      if (!(await isOwnPassword(ctx, visitor, old, limits)))
        throw invalidField('old_password', texts.ownPassword());
      await accountActs.savePassword(ctx, visitor, wanted, signIn);
      return 'Updated Successfully';
    }),
  );

  const refuseWhenOn = ({ account }: SignedInAccount): void => {
    if (account.second_factor) throw notFound();
  };

  router.post(
    '/console/access/second-factor/start',
    change(async (ctx, visitor, form) => {
      refuseWhenOn(visitor);
      const password = form('password');
      refuse({
        password:
          (password === '' && [texts.required('password')]) || (isTooLong(password) && [texts.ownPassword()]),
      });
      if (!(await isOwnPassword(ctx, visitor, password, limits)))
        throw invalidField('password', texts.ownPassword());
      return factor.offer(visitor);
    }),
  );

  router.post(
    '/console/access/second-factor/on',
    change(async (ctx, visitor, form) => {
      refuseWhenOn(visitor);
      refuse({ code: form('code').trim() === '' && [texts.required('code')] });
      const codes = await factor.turnOn(ctx, visitor, form('code'));
      if (!codes) throw invalidField('code', texts.ownCode());
      return codes;
    }),
  );

  async function takeCode(ctx: Context, visitor: SignedInAccount, form: FormReader): Promise<void> {
    if (!visitor.account.second_factor) throw notFound();
    refuse({ code: form('code').trim() === '' && [texts.required('code')] });
    if (!(await factor.takesCode(ctx, visitor, form('code')))) throw invalidField('code', texts.ownCode());
  }

  router.post(
    '/console/access/second-factor/codes',
    change(async (ctx, visitor, form) => {
      await takeCode(ctx, visitor, form);
      const codes = await factor.renew(ctx, visitor);
      if (!codes) throw notFound();
      return codes;
    }),
  );

  router.post(
    '/console/access/second-factor/off',
    change(async (ctx, visitor, form) => {
      await takeCode(ctx, visitor, form);
      await factor.turnOff(ctx, visitor);
      return 'Updated Successfully';
    }),
  );
}

/** A scheduled send, and when it is sent if it keeps its local time in another zone. Null: it keeps its moment (`dueInZone`). */
const movedFrom =
  (before: string, timezone: string) => (send: Awaited<ReturnType<typeof scheduledSends>>[number]) => ({
    name: send.single_send_name,
    due_at: timestamp(send.due_at),
    moved_to: timestamp(dueInZone(send, before, timezone)),
  });
