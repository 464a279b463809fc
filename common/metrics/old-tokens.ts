import { Counter } from 'prom-client';
import { oldTokens } from '../queries/token-rows.ts';
import { registry } from './registry.ts';

export const oldTokensMetric = new Counter({
  name: 'mailing_old_tokens_total',
  help: 'Rows looked up over all accounts, because a token of an older version names no account',
  registers: [registry],
  collect() {
    this.reset();
    this.inc(oldTokens.lookups);
  },
});
