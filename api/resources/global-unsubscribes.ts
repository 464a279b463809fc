import { addOptOuts } from '../../common/changes/suppressions.ts';
import { Suppression } from '../../common/models/suppressions.ts';
import { optOuts } from '../../common/queries/opt-out-filters.ts';
import { endpoints } from '../http/endpoint.ts';
import { addressList, byId, byIds } from '../http/inputs.ts';
import { inputs, nothing, required } from '../http/typed-input.ts';
import { csvOfOptOuts } from './opt-out-files.ts';
import { doneBy, listOptOuts } from './opt-out-lists.ts';
import { addWithinOptOuts } from './row-quotas.ts';
import { addressSearchInput, askFor } from './searches.ts';

export const globalUnsubscribes = endpoints({
  globalUnsubscribeList: {
    input: inputs(addressSearchInput),
    run: (input, account, call) => listOptOuts(account.id, null, input, askFor(account, call)),
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
    input: nothing,
    run: (_, account) => csvOfOptOuts('global-unsubscribes.csv', account.id, optOuts(account.id, null)),
  },

  globalUnsubscribeDelete: {
    input: byId,
    run: ({ id }, account) =>
      Suppression.of(account.id).findOneAndDelete({ ...optOuts(account.id, null), _id: id }),
  },

  globalUnsubscribeBulkDelete: {
    input: byIds,
    async run({ strIds: ids }, account) {
      const { deletedCount } = await Suppression.of(account.id).deleteMany({
        ...optOuts(account.id, null),
        _id: { $in: ids },
      });
      return deletedCount > 0 || null;
    },
  },
});
