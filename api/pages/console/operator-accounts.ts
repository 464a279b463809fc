import { accountByAddress } from '../../../common/accounts/accounts.ts';
import { hashPassword, MAX_PASSWORD, MIN_PASSWORD } from '../../../common/accounts/passwords.ts';
import { releaseAccount } from '../../../common/changes/account-brakes.ts';
import { QUOTA_NAMES, QUOTAS, quotaLimitsOf } from '../../../common/domain/quotas.ts';
import { isLonger } from '../../../common/domain/text-length.ts';
import { isTimezone } from '../../../common/domain/times.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { accountVolumes, listedAccount } from '../../../common/quotas/account-volumes.ts';
import {
  changeQuotas,
  type QuotaChanges,
  REASON_MAX,
  suspendAccount,
  unsuspendAccount,
} from '../../../common/quotas/change-standing.ts';
import { openAccount } from '../../../common/quotas/operator-acts.ts';
import type { Service } from '../../http/endpoint.ts';
import { conflict, invalid, invalidField } from '../../http/failures.ts';
import { email, flag, input, integer, recordId, refuse, text } from '../../http/inputs.ts';
import { inputs, required } from '../../http/typed-input.ts';
import { validate } from '../../http/validation.ts';
import { presentListedAccount, presentVolume } from '../../present/operator.ts';
import { presentQuotas } from '../../present/quotas.ts';
import { quotaUse } from '../../services/quota-use.ts';
import { passwordTurn } from '../account/limited.ts';
import { zoneHint } from '../account/time-zones.ts';
import {
  limit,
  noRecord,
  noteOperatorAct,
  type OperatorAct,
  type OperatorCall,
  type OperatorCalls,
  type OperatorResult,
  PAGE,
} from './operators.ts';

/** This word resets a quota to the configured limit. */
const CONFIGURED = 'default';

const accountsInput = inputs({ limit, after_id: integer(), suspended: flag(), troubled: flag() });
/** Not trimmed, and of a browser's form, so a text. */
const newPassword = input.custom((value: unknown, helpers) => {
  if (typeof value !== 'string') return refuse(helpers, texts.format, 'Write one text.');
  if (isLonger(value, MAX_PASSWORD)) return refuse(helpers, (key) => texts.max(key, MAX_PASSWORD));
  return isLonger(value, MIN_PASSWORD - 1) ? value : refuse(helpers, (key) => texts.min(key, MIN_PASSWORD));
});

const timezone = text().custom((zone: string, helpers) => {
  if (zone === '') return 'UTC';
  return isTimezone(zone) ? zone : refuse(helpers, texts.selected, zoneHint(zone));
});

const newAccountInput = inputs({
  name: required(text()),
  email: required(email()),
  password: required(newPassword),
  timezone,
});

export const idInput = inputs({ id: required(recordId()) });
const suspendInput = inputs({ id: required(recordId()), reason: text({ max: REASON_MAX }) });

const quota = input.custom((value, helpers) => {
  if (value === CONFIGURED) return null;
  return typeof value === 'string' && /^\d{1,15}$/.test(value)
    ? Number(value)
    : refuse(helpers, texts.integer, `Write a number, 0 for no limit, or ${CONFIGURED}.`);
});
const quotasInput = inputs({
  id: required(recordId()),
  ...Object.fromEntries(QUOTA_NAMES.map((name) => [name, quota])),
});

/** The name of an account's first key pair. */
const FIRST_KEY = 'operator';

const addressTaken = (id: number | undefined) =>
  invalidField(
    'email',
    texts.taken('email'),
    id === undefined ? 'Another account has this address.' : `The account ${id} has this address.`,
  );

async function accountNamed(id: number) {
  const account = await listedAccount(id);
  if (!account) throw noRecord();
  return account;
}

export const detailsOf = async (id: number, service: Service) => detailsFrom(await accountNamed(id), service);

export async function detailsFrom(account: Parameters<typeof presentListedAccount>[0], service: Service) {
  const id = account._id;
  const limits = quotaLimitsOf(service.config.quotas, account.quotas);
  return {
    message: {
      account: presentListedAccount(account),
      quotas: presentQuotas(limits, await quotaUse(id, service)).map((one) => ({
        ...one,
        label: QUOTAS[one.name].label,
        is_own: account.quotas?.[one.name] !== undefined,
      })),
    },
  };
}

/** Logs the act. Returns the account's details; every process drops its copy of the account. */
export async function changed(
  { ctx, operator }: OperatorCall,
  act: OperatorAct,
  about: { readonly account: number; readonly quotas?: object },
  service: Service,
): Promise<OperatorResult> {
  noteOperatorAct(ctx, operator, act, about);
  return { answer: await detailsOf(about.account, service), tell: about.account };
}

export function accountCalls(service: Service): OperatorCalls {
  const { limits } = service.config;

  return {
    reads: {
      async accounts({ operator, given }) {
        const asked = validate(accountsInput, given, limits);
        const size = asked.limit ?? PAGE;
        const found = await accountVolumes({
          afterId: asked.after_id ?? 0,
          limit: size + 1,
          suspended: asked.suspended === 1,
          troubled: asked.troubled === 1,
        });
        const shown = found.slice(0, size);
        return {
          message: {
            accounts: shown.map((one) => ({ ...presentVolume(one), is_you: one.account._id === operator })),
          },
          next_after_id: found.length > size ? shown.at(-1)!.account._id : null,
        };
      },
      'accounts/details': async ({ given }) => detailsOf(validate(idInput, given, limits).id, service),
    },
    creates: {
      async 'accounts/create'({ ctx, operator, given }) {
        const { password, timezone: zone = 'UTC', ...own } = validate(newAccountInput, given, limits);
        const kept = await hashPassword(password, passwordTurn(ctx, `operator ${operator}`));
        return async () => {
          const takenBy = async () => (await accountByAddress(own.email))?._id;
          // A refused insert would end the transaction of a call with a key.
          const other = await takenBy();
          if (other !== undefined) throw addressTaken(other);
          const opened = await openAccount({ ...own, timezone: zone, password: { kept } }, FIRST_KEY);
          if (!opened) throw addressTaken(await takenBy());
          const { account, pair } = opened;
          return {
            answer: { message: { account: presentListedAccount(account), key: pair } },
            act: 'account_created',
            about: { account: account._id },
          };
        };
      },
    },
    changes: {
      async 'accounts/suspend'(call) {
        const { id, reason = '' } = validate(suspendInput, call.given, limits);
        return async () => {
          await accountNamed(id);
          if (id === call.operator) throw conflict('You cannot suspend your own account here.');
          await suspendAccount(id, reason);
          return changed(call, 'account_suspended', { account: id }, service);
        };
      },
      async 'accounts/resume'(call) {
        const { id } = validate(idInput, call.given, limits);
        return async () => {
          await accountNamed(id);
          const wasSuspended = await unsuspendAccount(id);
          const wasBraked = await releaseAccount(id, 'operator', 'console');
          if (!wasSuspended && !wasBraked) throw conflict('The account is not suspended.');
          return changed(call, 'account_resumed', { account: id }, service);
        };
      },
      async 'accounts/quotas'(call) {
        const { id, ...changes } = validate(quotasInput, call.given, limits) as { id: number } & QuotaChanges;
        return async () => {
          await accountNamed(id);
          if (Object.keys(changes).length === 0)
            throw invalid(Object.fromEntries(QUOTA_NAMES.map((name) => [name, [texts.required(name)]])));
          await changeQuotas(id, changes);
          return changed(call, 'quotas_changed', { account: id, quotas: changes }, service);
        };
      },
    },
  };
}
