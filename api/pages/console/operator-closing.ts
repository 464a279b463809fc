import { accountById } from '../../../common/accounts/accounts.ts';
import { now } from '../../../common/clock.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { withoutAddresses } from '../../../common/domain/without-address.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import {
  closeForOperator,
  deleteForOperator,
  reopenForOperator,
} from '../../../common/quotas/operator-acts.ts';
import type { Service } from '../../http/endpoint.ts';
import { conflict, invalidField } from '../../http/failures.ts';
import { recordId, text } from '../../http/inputs.ts';
import { inputs, required } from '../../http/typed-input.ts';
import { validate } from '../../http/validation.ts';
import { changed, detailsOf, idInput } from './operator-accounts.ts';
import { noRecord, type OperatorAct, type OperatorCall, type OperatorCalls } from './operators.ts';

const deletionInput = inputs({ id: required(recordId()), name: required(text()) });

/** Calls that close, reopen and delete an account. A repeated call changes nothing and has the same answer. */
export function closingCalls(service: Service): OperatorCalls {
  const { limits, closedDays } = service.config;

  /** An account other than the operator's. */
  async function otherAccount(id: number, operator: number): Promise<AccountDocument> {
    const account = await accountById(id);
    if (!account) throw noRecord();
    if (id === operator) throw conflict('You cannot close your own account here.');
    return account;
  }

  /** Tells every process also after a call that changed nothing: an earlier call may have ended before it told them. */
  async function answered(call: OperatorCall, act: OperatorAct, id: number, isChanged: boolean) {
    if (isChanged) return changed(call, act, { account: id }, service);
    await service.keys.changed(id);
    return detailsOf(id, service);
  }

  return {
    changes: {
      async 'accounts/close'(call) {
        const { id } = validate(idInput, call.given, limits);
        const account = await otherAccount(id, call.operator);
        const closure = account.closed ? null : await closeForOperator(account, closedDays);
        return answered(call, 'account_closed', id, closure !== null);
      },
      async 'accounts/reopen'(call) {
        const { id } = validate(idInput, call.given, limits);
        const account = await otherAccount(id, call.operator);
        const isReopened = account.closed ? await reopenForOperator(account) : false;
        if (!isReopened && (await accountById(id))?.closed)
          throw conflict('The deletion of the account has begun already.');
        return answered(call, 'account_reopened', id, isReopened);
      },
      async 'accounts/delete'(call) {
        const { id, name } = validate(deletionInput, call.given, limits);
        const account = await otherAccount(id, call.operator);
        // Operators see a name without addresses.
        if (![account.name.trim(), withoutAddresses(account.name).trim()].includes(name))
          throw invalidField(
            'name',
            texts.selected('name'),
            'Write the name of the account, as `accounts` shows it.',
          );
        const isDue = account.closed ? account.closed.until <= now() : false;
        const isBegun = isDue ? false : await deleteForOperator(account);
        return answered(call, 'account_deleted', id, isBegun);
      },
    },
  };
}
