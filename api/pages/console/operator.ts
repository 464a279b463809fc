import { createHmac, type KeyObject } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { hmacKey } from '../../../common/domain/hmac-key.ts';
import { patiently } from '../../../common/store/patience.ts';
import type { Service } from '../../http/endpoint.ts';
import { fold } from '../../http/fold.ts';
import { answerOnce, idempotencyKeyOf, REPLAYED_HEADER } from '../../http/idempotency.ts';
import type { KeyOfCall } from '../../http/reserved-keys.ts';
import { type FormInputs, readFormBody } from '../form-body.ts';
import { accountCalls } from './operator-accounts.ts';
import { closingCalls } from './operator-closing.ts';
import { jobCalls } from './operator-jobs.ts';
import { keyCalls } from './operator-keys.ts';
import { overviewCalls } from './operator-overview.ts';
import { createOperators, type OperatorCall, type OperatorResult } from './operators.ts';

const BELOW = '/console/api/operator';

/** An HMAC, because the inputs have passwords, and a plain digest would make them easy to guess. */
const requestMark = (key: KeyObject, path: string, given: FormInputs): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([path, Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('hex');

/** `/console/api/operator/…`, for accounts in OPERATORS (docs/rules.md 23). Outside the API's table, so keys cannot reach it. */
export function consoleOperator(router: Router, service: Service): void {
  const operatorOf = createOperators(service);
  const markKey = hmacKey(service.config.appSecret, 'requests of operators');
  const answer = (ctx: Context, body: object): void => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'success', ...body };
  };
  const callOf = async (ctx: Context): Promise<Omit<OperatorCall, 'given'>> => {
    const visitor = await operatorOf(ctx);
    return { ctx, visitor, operator: visitor.account._id };
  };
  /** Makes a record once: its answer is stored with it, encrypted. */
  async function createOnce(
    ctx: Context,
    { userId, key, request }: Pick<KeyOfCall, 'userId' | 'key' | 'request'>,
    work: () => Promise<OperatorResult>,
  ): Promise<void> {
    const { answer: stored, replayed } = await answerOnce({
      userId,
      key,
      request,
      showsSecret: true,
      storesOnce: false,
      config: service.config,
      ring: service.ring,
      log: ctx.state.log,
      attempt: async () => {
        const { answer: made } = await work();
        return { status: 200, body: JSON.stringify({ status: 'success', ...made }) };
      },
    });
    if (replayed) ctx.set(REPLAYED_HEADER, 'true');
    ctx.set('Cache-Control', 'no-store');
    ctx.status = stored.status;
    ctx.type = 'application/json';
    ctx.body = stored.body;
  }
  for (const { reads = {}, creates = {}, changes = {} } of [
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
    for (const [path, run] of Object.entries({ ...creates, ...changes }))
      router.post(`${BELOW}/${path}`, async (ctx) => {
        const call = await callOf(ctx);
        const key = path in creates ? idempotencyKeyOf(ctx) : null;
        const given = await readFormBody(ctx, service.limits, call.operator);
        const change = await run({ ...call, given });
        if (key !== null) {
          const request = requestMark(markKey, path, given);
          await patiently(createOnce(ctx, { userId: call.operator, key, request }, change));
          return;
        }
        const { answer: body, tell } = await patiently(change());
        if (tell !== undefined) await service.keys.changed(tell);
        answer(ctx, body);
      });
  }
}
