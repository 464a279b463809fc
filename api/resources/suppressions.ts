import { addKnown } from '../../common/changes/suppressions.ts';
import { SUPPRESSION_REASONS, Suppression } from '../../common/models/suppressions.ts';
import { suppressed } from '../../common/queries/opt-out-filters.ts';
import { endpoints } from '../http/endpoint.ts';
import { addressList, byId, byIds, oneOf } from '../http/inputs.ts';
import { inputs, optional, required } from '../http/typed-input.ts';
import { presentSuppression } from '../present/suppressions.ts';
import { listAddresses } from './opt-out-lists.ts';
import { addWithinOptOuts } from './row-quotas.ts';
import { addressSearchInput, askFor } from './searches.ts';

/** See docs/rules.md 9.23. */
export const suppressions = endpoints({
  suppressionList: {
    input: inputs(addressSearchInput),
    run: (input, account, call) =>
      listAddresses(account.id, suppressed(account.id), presentSuppression, input, askFor(account, call)),
  },

  suppressionSave: {
    input: inputs({
      email_address: required(addressList()),
      reason: optional(oneOf(SUPPRESSION_REASONS)).description(
        'Why the addresses get no mail: `manual` (the default) and `unsubscribed` stop campaigns and automations, `bounced` and `complained` ' +
          'also single messages. `unsubscribed` and `complained` add a global unsubscribe.',
      ),
    }),
    async run({ email_address: addresses, reason }, account) {
      const add = () => addKnown(account.id, reason || 'manual', addresses);
      return { ids: await addWithinOptOuts(account, addresses, add) };
    },
  },

  suppressionDelete: {
    input: byId,
    run: ({ id }, account) =>
      Suppression.of(account.id).findOneAndDelete({ ...suppressed(account.id), _id: id }),
  },

  suppressionBulkDelete: {
    input: byIds,
    async run({ strIds: ids }, account) {
      const { deletedCount } = await Suppression.of(account.id).deleteMany({
        ...suppressed(account.id),
        _id: { $in: ids },
      });
      return deletedCount > 0 || null;
    },
  },
});
