import { createHmac, type KeyObject } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { beginAct, OPERATOR } from '../../../common/changes/audit-entries.ts';
import { hmacKey } from '../../../common/domain/hmac-key.ts';
import { patiently } from '../../../common/store/patience.ts';
import { auditCall } from '../../http/audit.ts';
import type { Service } from '../../http/endpoint.ts';
import { fold } from '../../http/fold.ts';
import { answerOnce, idempotencyKeyOf, REPLAYED_HEADER } from '../../http/idempotency.ts';
import { type FormInputs, readFormBody } from '../form-body.ts';
import { accountCalls } from './operator-accounts.ts';
import { closingCalls } from './operator-closing.ts';
import { jobCalls } from './operator-jobs.ts';
import { keyCalls } from './operator-keys.ts';
import { overviewCalls } from './operator-overview.ts';
import { createOperators, noteOperatorAct, type OperatorCall, type OperatorCreation } from './operators.ts';

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
  /** Stores a record with its answer, encrypted, so that a repeated call gets the same answer. Null: this call repeats one. */
  async function createOnce(
    ctx: Context,
    { userId, key, request }: Readonly<Record<'key' | 'request', string>> & { readonly userId: number },
    work: () => Promise<OperatorCreation>,
  ): Promise<OperatorCreation | null> {
    let creation: OperatorCreation | null = null;
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
        // A try that is refused must not leave that of the try before it.
        creation = null;
        creation = await work();
        return { status: 200, body: JSON.stringify({ status: 'success', ...creation.answer }) };
      },
    });
    if (replayed) ctx.set(REPLAYED_HEADER, 'true');
    ctx.set('Cache-Control', 'no-store');
    ctx.status = stored.status;
    ctx.type = 'application/json';
    ctx.body = stored.body;
    return creation;
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
    for (const [path, run] of Object.entries(creates))
      router.post(`${BELOW}/${path}`, async (ctx) => {
        const call = await callOf(ctx);
        const key = idempotencyKeyOf(ctx);
        const given = await readFormBody(ctx, service.limits, call.operator);
        const change = await run({ ...call, given });
        const audit = auditCall(ctx, (userId, act: string) => beginAct({ userId, actor: OPERATOR, act }));
        const create = async (): Promise<void> => {
          const work = (): Promise<OperatorCreation> => change(audit);
          const request = requestMark(markKey, path, given);
          const creation =
            key === null
              ? await work()
              : await createOnce(ctx, { userId: call.operator, key, request }, work);
          if (!creation) return;
          if (key === null) answer(ctx, creation.answer);
          noteOperatorAct(ctx, call.operator, creation.act, creation.about);
        };
        await patiently(audit.around(create));
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
