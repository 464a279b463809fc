import Joi from 'joi';
import { endpoint } from '../http/endpoint.ts';
import { presentQuotas } from '../present/quotas.ts';
import { quotaUse } from '../quota-use.ts';

export const quotas = {
  quotaList: endpoint<'quotaList', object>({
    input: Joi.object({}),
    run: async (_, account, call) => presentQuotas(account.quotas, await quotaUse(account.id, call)),
  }),
};
