import { addOptOuts, removeOptOuts } from '../../common/changes/suppressions.ts';
import { groupOptOuts, optOuts } from '../../common/queries/opt-out-filters.ts';
import { endpoints } from '../http/endpoint.ts';
import { addressList, byId, byIds, recordId } from '../http/inputs.ts';
import { inputs, required } from '../http/typed-input.ts';
import { isGroupThere } from '../services/queries/unsubscribe-groups.ts';
import { csvOfOptOuts } from './opt-out-files.ts';
import { doneBy, liftedBy, listOptOuts } from './opt-out-lists.ts';
import { addWithinOptOuts } from './row-quotas.ts';
import { addressSearchInput, askFor, createdInput, createdWithin } from './searches.ts';

export const groupRecipients = endpoints({
  groupRecipientAdd: {
    input: inputs({
      unsubscribe_groups_id: required(recordId()),
      email_address: required(addressList()),
    }),
    async run({ unsubscribe_groups_id: groupId, email_address: addresses }, account, call) {
      if (!(await isGroupThere(account.id, groupId))) return null;
      const { ids } = await addWithinOptOuts(account, addresses, () =>
        addOptOuts(account.id, groupId, addresses, doneBy(call)),
      );
      return { ids };
    },
  },

  groupRecipientList: {
    input: inputs({ groupId: required(recordId()), ...addressSearchInput, ...createdInput }),
    async run({ groupId, ...input }, account, call) {
      if (!(await isGroupThere(account.id, groupId))) return null;
      return listOptOuts(account, groupId, input, askFor(account, call));
    },
  },

  groupRecipientDownload: {
    input: inputs({ groupId: required(recordId()), ...createdInput }),
    run: async ({ groupId, ...days }, account) =>
      (await isGroupThere(account.id, groupId))
        ? csvOfOptOuts(`unsubscribe-group-${groupId}.csv`, account.id, {
            ...optOuts(account.id, groupId),
            ...createdWithin(days, account),
          })
        : null,
  },

  groupRecipientDelete: {
    input: byId,
    run: async ({ id }, account, call) =>
      (await removeOptOuts(account.id, groupOptOuts(account.id), [id], liftedBy(call))) > 0 || null,
  },

  groupRecipientBulkDelete: {
    input: byIds,
    run: async ({ strIds: ids }, account, call) =>
      (await removeOptOuts(account.id, groupOptOuts(account.id), ids, liftedBy(call))) > 0 || null,
  },
});
