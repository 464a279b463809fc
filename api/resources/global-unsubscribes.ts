import { addOptOuts, removeOptOuts } from '../../common/changes/suppressions.ts';
import { optOuts } from '../../common/queries/opt-out-filters.ts';
import { endpoints } from '../http/endpoint.ts';
import { addressList, byId, byIds } from '../http/inputs.ts';
import { inputs, required } from '../http/typed-input.ts';
import { csvOfOptOuts } from './opt-out-files.ts';
import { doneBy, liftedBy, listOptOuts } from './opt-out-lists.ts';
import { addWithinOptOuts } from './row-quotas.ts';
import { addressSearchInput, askFor, createdInput, createdWithin } from './searches.ts';

export const globalUnsubscribes = endpoints({
  globalUnsubscribeList: {
    input: inputs({ ...addressSearchInput, ...createdInput }),
    run: (input, account, call) => listOptOuts(account, null, input, askFor(account, call)),
  },

  globalUnsubscribeSave: {
    input: inputs({ email_address: required(addressList()) }),
    async run({ email_address: addresses }, account, call) {
      const { ids } = await addWithinOptOuts(account, addresses, () =>
        addOptOuts(account.id, null, addresses, doneBy(call)),
      );
      return { ids };
    },
  },

  globalUnsubscribeDownload: {
    input: inputs(createdInput),
    run: (days, account) =>
      csvOfOptOuts('global-unsubscribes.csv', account.id, {
        ...optOuts(account.id, null),
        ...createdWithin(days, account),
      }),
  },

  globalUnsubscribeDelete: {
    input: byId,
    run: async ({ id }, account, call) =>
      (await removeOptOuts(account.id, optOuts(account.id, null), [id], liftedBy(call))) > 0 || null,
  },

  globalUnsubscribeBulkDelete: {
    input: byIds,
    run: async ({ strIds: ids }, account, call) =>
      (await removeOptOuts(account.id, optOuts(account.id, null), ids, liftedBy(call))) > 0 || null,
  },
});
