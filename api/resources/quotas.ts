import { endpoints } from '../http/endpoint.ts';
import { nothing } from '../http/typed-input.ts';
import { presentCallRate, presentQuotas } from '../present/quotas.ts';
import { quotaUse } from '../services/quota-use.ts';

export const quotas = endpoints({
  quotaList: {
    input: nothing,
    run: async (_, account, call) => [
      ...presentQuotas(account.quotas, await quotaUse(account.id, call)),
      presentCallRate(call.config.rates.calls),
    ],
  },
});
