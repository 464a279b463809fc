import type Router from '@koa/router';
import type { Context } from 'koa';
import { patiently } from '../../../common/store/patience.ts';
import type { Service } from '../../http/endpoint.ts';
import { fold } from '../../http/fold.ts';
import { readFormBody } from '../form-body.ts';
import { accountCalls } from './operator-accounts.ts';
import { closingCalls } from './operator-closing.ts';
import { jobCalls } from './operator-jobs.ts';
import { keyCalls } from './operator-keys.ts';
import { overviewCalls } from './operator-overview.ts';
import { createOperators } from './operators.ts';

const BELOW = '/console/api/operator';

/** `/console/api/operator/…`, for accounts in OPERATORS (docs/rules.md 23). Outside the API's table, so keys cannot reach it. */
export function consoleOperator(router: Router, service: Service): void {
  const operatorOf = createOperators(service);
  const answer = async (ctx: Context, run: () => Promise<object>): Promise<void> => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'success', ...(await patiently(run())) };
  };
  for (const { reads = {}, changes = {} } of [
    overviewCalls(service),
    accountCalls(service),
    closingCalls(service),
    keyCalls(service),
    jobCalls(service),
  ]) {
    for (const [path, run] of Object.entries(reads))
      router.get(`${BELOW}/${path}`, async (ctx) => {
        const operator = await operatorOf(ctx);
        await answer(ctx, () => run({ ctx, operator, given: fold(ctx.query) }));
      });
    for (const [path, run] of Object.entries(changes))
      router.post(`${BELOW}/${path}`, async (ctx) => {
        const operator = await operatorOf(ctx);
        const given = await readFormBody(ctx, service.limits, operator);
        await answer(ctx, () => run({ ctx, operator, given }));
      });
  }
}
