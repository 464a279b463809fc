import Joi from 'joi';
import { Suppression } from '../../common/models/suppressions.ts';
import { rows } from '../../common/mongo.ts';
import { optOuts } from '../../common/queries/opt-out-filters.ts';
import { addOptOuts } from '../../common/queries/suppressions.ts';
import { endpoint } from '../http/endpoint.ts';
import { addressList, recordId, recordIds, required } from '../http/inputs.ts';
import { listOptOuts } from './opt-out-lists.ts';
import { addressSearchInput, askFor, type SearchInput } from './searches.ts';

export const globalUnsubscribes = {
  globalUnsubscribeList: endpoint<'globalUnsubscribeList', SearchInput>({
    input: Joi.object(addressSearchInput),
    run: (input, account, call) => listOptOuts(account.id, null, input, askFor(account, call)),
  }),

  globalUnsubscribeSave: endpoint<'globalUnsubscribeSave', { email_address: string[] }>({
    input: Joi.object({ email_address: required(addressList()) }),
    async run({ email_address: addresses }, account) {
      return { ids: (await addOptOuts(account.id, null, addresses)).ids };
    },
  }),

  globalUnsubscribeDelete: endpoint<'globalUnsubscribeDelete', { id: number }>({
    input: Joi.object({ id: required(recordId()) }),
    run: ({ id }, account) => rows(Suppression).findOneAndDelete({ ...optOuts(account.id, null), _id: id }),
  }),

  globalUnsubscribeBulkDelete: endpoint<'globalUnsubscribeBulkDelete', { strIds: number[] }>({
    input: Joi.object({ strIds: required(recordIds()) }),
    async run({ strIds: ids }, account) {
      const { deletedCount } = await rows(Suppression).deleteMany({
        ...optOuts(account.id, null),
        _id: { $in: ids },
      });
      return deletedCount > 0 || null;
    },
  }),
};
