import { accountById } from '../../../common/accounts/accounts.ts';
import { now } from '../../../common/clock.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { withoutAddresses } from '../../../common/domain/without-address.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import { DeletedAccount } from '../../../common/models/deleted-accounts.ts';
import { listedAccount } from '../../../common/quotas/account-volumes.ts';
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
import { detailsFrom, idInput } from './operator-accounts.ts';
import {
  checkOwnPassword,
  noRecord,
  noteOperatorAct,
  type OperatorAct,
  type OperatorCall,
  type OperatorCalls,
  type OperatorResult,
  ownPassword,
} from './operators.ts';

const deletionInput = inputs({
  id: required(recordId()),
  name: required(text()),
  password: required(ownPassword),
});

/** Calls that close, reopen and delete an account. A repeated call changes nothing and has the same answer. */
export function closingCalls(service: Service): OperatorCalls {
  const { limits, closedDays } = service.config;

  /** An account other than the operator's; null: there is none. */
  async function otherAccount(id: number, operator: number): Promise<AccountDocument | null> {
    if (id === operator) throw conflict('You cannot close your own account here.');
    return accountById(id);
  }

  /** The account may be deleted by now: of a deletion, its dates are left, and the name that the caller gave. */
  async function answered(id: number, name: string): Promise<OperatorResult> {
    const account = await listedAccount(id);
    if (account) return { answer: await detailsFrom(account, service), tell: id };
    const deleted = await DeletedAccount.findOne({ _id: id });
    if (!deleted) throw noRecord();
    const { closed_at: at, begun_at: until } = deleted;
    const rest = { _id: id, name, closed: { at, until }, created_at: null };
    return { answer: await detailsFrom(rest, service), tell: id };
  }

  const note = ({ ctx, operator }: OperatorCall, act: OperatorAct, account: number): void =>
    noteOperatorAct(ctx, operator, act, { account });

  return {
    changes: {
      async 'accounts/close'(call) {
        const { id } = validate(idInput, call.given, limits);
        return async () => {
          const account = await otherAccount(id, call.operator);
          if (!account) throw noRecord();
          if (!account.closed && (await closeForOperator(account, closedDays)))
            note(call, 'account_closed', id);
          return answered(id, account.name);
        };
      },
      async 'accounts/reopen'(call) {
        const { id } = validate(idInput, call.given, limits);
        return async () => {
          const account = await otherAccount(id, call.operator);
          if (!account) throw noRecord();
          if (account.closed && (await reopenForOperator(account))) note(call, 'account_reopened', id);
          else if ((await accountById(id))?.closed)
            throw conflict('The deletion of the account has begun already.');
          return answered(id, account.name);
        };
      },
      async 'accounts/delete'(call) {
        const { id, name, password } = validate(deletionInput, call.given, limits);
        await checkOwnPassword(call, password, service.limits);
        return async () => {
          const account = await otherAccount(id, call.operator);
          if (!account) return answered(id, name);
          // Operators see a name without addresses.
          if (![account.name.trim(), withoutAddresses(account.name).trim()].includes(name))
            throw invalidField(
              'name',
              texts.selected('name'),
              'Write the name of the account, as `accounts` shows it.',
            );
          const isDue = account.closed ? account.closed.until <= now() : false;
          if (!isDue && (await deleteForOperator(account))) note(call, 'account_deleted', id);
          return answered(id, name);
        };
      },
    },
  };
}
