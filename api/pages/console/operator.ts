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
import { createOperators, type OperatorCall } from './operators.ts';

const BELOW = '/console/api/operator';

/** `/console/api/operator/…`, for accounts in OPERATORS (docs/rules.md 23). Outside the API's table, so keys cannot reach it. */
export function consoleOperator(router: Router, service: Service): void {
  const operatorOf = createOperators(service);
  const answer = (ctx: Context, body: object): void => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'success', ...body };
  };
  const callOf = async (ctx: Context): Promise<Omit<OperatorCall, 'given'>> => {
    const visitor = await operatorOf(ctx);
    return { ctx, visitor, operator: visitor.account._id };
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
        const call = await callOf(ctx);
        answer(ctx, await patiently(run({ ...call, given: fold(ctx.query) })));
      });
    for (const [path, run] of Object.entries(changes))
      router.post(`${BELOW}/${path}`, async (ctx) => {
        const call = await callOf(ctx);
        const given = await readFormBody(ctx, service.limits, call.operator);
        const change = await run({ ...call, given });
        const { answer: body, tell } = await patiently(change());
        if (tell !== undefined) await service.keys.changed(tell);
        answer(ctx, body);
      });
  }
}
