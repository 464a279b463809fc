import { releaseAccount } from '../../../common/changes/account-brakes.ts';
import { QUOTA_NAMES, QUOTAS, quotaLimitsOf } from '../../../common/domain/quotas.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { accountVolumes, listedAccount } from '../../../common/quotas/account-volumes.ts';
import {
  changeQuotas,
  type QuotaChanges,
  REASON_MAX,
  suspendAccount,
  unsuspendAccount,
} from '../../../common/quotas/change-standing.ts';
import type { Service } from '../../http/endpoint.ts';
import { conflict, invalid } from '../../http/failures.ts';
import { flag, input, integer, recordId, refuse, text } from '../../http/inputs.ts';
import { inputs, required } from '../../http/typed-input.ts';
import { validate } from '../../http/validation.ts';
import { presentListedAccount, presentVolume } from '../../present/operator.ts';
import { presentQuotas } from '../../present/quotas.ts';
import { quotaUse } from '../../services/quota-use.ts';
import {
  limit,
  noRecord,
  noteOperatorAct,
  type OperatorAct,
  type OperatorCall,
  type OperatorCalls,
  PAGE,
} from './operators.ts';

/** This word resets a quota to the configured limit. */
const CONFIGURED = 'default';

const accountsInput = inputs({ limit, after_id: integer(), suspended: flag(), troubled: flag() });
const idInput = inputs({ id: required(recordId()) });
const suspendInput = inputs({ id: required(recordId()), reason: text({ max: REASON_MAX }) });

const quota = input.custom((value, helpers) => {
  if (value === CONFIGURED) return null;
  return typeof value === 'string' && /^\d{1,15}$/.test(value)
    ? Number(value)
    : refuse(helpers, texts.integer);
});
const quotasInput = inputs({
  id: required(recordId()),
  ...Object.fromEntries(QUOTA_NAMES.map((name) => [name, quota])),
});

async function accountNamed(id: number) {
  const account = await listedAccount(id);
  if (!account) throw noRecord();
  return account;
}

async function detailsOf(id: number, service: Service) {
  const account = await accountNamed(id);
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

export function accountCalls(service: Service): OperatorCalls {
  const { limits } = service.config;

  const changed = async (
    { ctx, operator }: OperatorCall,
    act: OperatorAct,
    about: { readonly account: number; readonly quotas?: object },
  ) => {
    noteOperatorAct(ctx, operator, act, about);
    await service.keys.changed(about.account);
    return detailsOf(about.account, service);
  };

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
    changes: {
      async 'accounts/suspend'(call) {
        const { id, reason = '' } = validate(suspendInput, call.given, limits);
        await accountNamed(id);
        if (id === call.operator) throw conflict('You cannot suspend your own account here.');
        await suspendAccount(id, reason);
        return changed(call, 'account_suspended', { account: id });
      },
      async 'accounts/resume'(call) {
        const { id } = validate(idInput, call.given, limits);
        await accountNamed(id);
        const wasSuspended = await unsuspendAccount(id);
        const wasBraked = await releaseAccount(id, 'operator', 'console');
        if (!wasSuspended && !wasBraked) throw conflict('The account is not suspended.');
        return changed(call, 'account_resumed', { account: id });
      },
      async 'accounts/quotas'(call) {
        const { id, ...changes } = validate(quotasInput, call.given, limits) as { id: number } & QuotaChanges;
        await accountNamed(id);
        if (Object.keys(changes).length === 0)
          throw invalid(Object.fromEntries(QUOTA_NAMES.map((name) => [name, [texts.required(name)]])));
        await changeQuotas(id, changes);
        return changed(call, 'quotas_changed', { account: id, quotas: changes });
      },
    },
  };
}
