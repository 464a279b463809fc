import Joi from 'joi';
import { addOptOuts, removeGroupOptOuts } from '../../common/queries/suppressions.ts';
import { isGroupThere } from '../../common/queries/unsubscribe-groups.ts';
import { endpoint } from '../http/endpoint.ts';
import { addressList, recordId, recordIds, required } from '../http/inputs.ts';
import { listOptOuts } from './opt-out-lists.ts';
import { addressSearchInput, askFor, type SearchInput } from './searches.ts';

/** The addresses that left a group. */
export const groupRecipients = {
  groupRecipientAdd: endpoint<
    'groupRecipientAdd',
    { unsubscribe_groups_id: number; email_address: string[] }
  >({
    input: Joi.object({
      unsubscribe_groups_id: required(recordId()),
      email_address: required(addressList()),
    }),
    async run({ unsubscribe_groups_id: groupId, email_address: addresses }, account) {
      if (!(await isGroupThere(account.id, groupId))) return null;
      return { ids: (await addOptOuts(account.id, groupId, addresses)).ids };
    },
  }),

  groupRecipientList: endpoint<'groupRecipientList', { groupId: number } & SearchInput>({
    input: Joi.object({ groupId: required(recordId()), ...addressSearchInput }),
    async run({ groupId, ...input }, account, call) {
      if (!(await isGroupThere(account.id, groupId))) return null;
      return listOptOuts(account.id, groupId, input, askFor(account, call));
    },
  }),

  groupRecipientDelete: endpoint<'groupRecipientDelete', { id: number }>({
    input: Joi.object({ id: required(recordId()) }),
    run: async ({ id }, account) => (await removeGroupOptOuts(account.id, [id])) > 0 || null,
  }),

  groupRecipientBulkDelete: endpoint<'groupRecipientBulkDelete', { strIds: number[] }>({
    input: Joi.object({ strIds: required(recordIds()) }),
    run: async ({ strIds: ids }, account) => (await removeGroupOptOuts(account.id, ids)) > 0 || null,
  }),
};
