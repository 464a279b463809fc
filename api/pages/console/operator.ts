import type Router from '@koa/router';
import type { Context } from 'koa';
import { cached } from '../../../common/cache/cached.ts';
import { retryJob } from '../../../common/changes/retried-jobs.ts';
import { now } from '../../../common/clock.ts';
import { limitsOf, QUOTA_NAMES, QUOTAS } from '../../../common/domain/quotas.ts';
import { timestamp } from '../../../common/domain/times.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { oldestDue } from '../../../common/metrics/oldest-due.ts';
import { WorkerPresence } from '../../../common/models/workers.ts';
import { type GivenUpAfter, givenUpJobs } from '../../../common/queries/given-up-jobs.ts';
import { accountVolumes, listedAccount } from '../../../common/quotas/account-volumes.ts';
import {
  changeQuotas,
  type QuotaChanges,
  REASON_MAX,
  suspendAccount,
  unsuspendAccount,
} from '../../../common/quotas/change-standing.ts';
import { believedStop } from '../../../common/quotas/sending.ts';
import { patiently } from '../../../common/store/patience.ts';
import type { Service } from '../../http/endpoint.ts';
import { conflict, Failure, invalid } from '../../http/failures.ts';
import { fold } from '../../http/fold.ts';
import { flag, input, integer, integerFrom, recordId, refuse, text } from '../../http/inputs.ts';
import { inputs, required } from '../../http/typed-input.ts';
import { validate } from '../../http/validation.ts';
import {
  presentGivenUp,
  presentListedAccount,
  presentPace,
  presentVolume,
  presentWorkers,
} from '../../present/operator.ts';
import { presentQuotas } from '../../present/quotas.ts';
import { quotaUse } from '../../services/quota-use.ts';
import { readFormBody } from '../form-body.ts';
import { createOperators, noteOperatorAct } from './operators.ts';

/** Milliseconds for which what all workers do is reused: operators who watch do not slow the service. */
const FRESH_MS = 5000;
/** Entries of a page, unless a call asks for fewer. */
const PAGE = 50;
const PAGE_MAX = 100;
/** Workers that are shown; those seen last first. */
const WORKERS_MAX = 200;
/** Characters of a job's id at most. */
const JOB_MAX = 200;
const noRecord = (): Failure => new Failure(404, 'Record Not Found');

/** A quota with this word has the configured limit again. */
const CONFIGURED = 'default';

const limit = integerFrom(1, PAGE_MAX);

/** `<milliseconds> <id>`, as `next_after` of the page before has it. */
const after = text({ max: JOB_MAX + 20 }).custom(
  (value, helpers): GivenUpAfter | null | ReturnType<typeof refuse> => {
    if (value === '') return null;
    const [, at, id] = /^(\d{1,15}) (.+)$/s.exec(value) ?? [];
    return at && id ? { at: new Date(Number(at)), id } : refuse(helpers, texts.format);
  },
);

const accountsInput = inputs({ limit, after_id: integer(), suspended: flag() });
const jobsInput = inputs({ limit, after });
const idInput = inputs({ id: required(recordId()) });
const suspendInput = inputs({ id: required(recordId()), reason: text({ max: REASON_MAX }) });
const retryInput = inputs({ id: required(text({ max: JOB_MAX })) });

const quota = input.custom((value, helpers) => {
  if (value === CONFIGURED) return null;
  return typeof value === 'string' && /^\d{1,15}$/.test(value)
    ? Number(value)
    : refuse(helpers, texts.integer);
});
const quotasInput = inputs({
  id: required(recordId()),
  ...Object.fromEntries(QUOTA_NAMES.map((name) => [name, quota])),
});

/**
 * `/console/api/operator/…`: what accounts in OPERATORS see of the whole service, and what they change (docs/rules.md 23). These calls
 * are not in the table of the API, so no key reaches them. A POST has the body of a form.
 */
export function consoleOperator(router: Router, service: Service): void {
  const { config, keys, pace } = service;
  const operatorOf = createOperators(service);
  const overview = cached(readOverview, { ms: FRESH_MS });

  async function readOverview() {
    const [workers, oldest, stop, views] = await Promise.all([
      WorkerPresence.find().sort({ seen_at: -1 }).limit(WORKERS_MAX).toArray(),
      oldestDue(),
      believedStop(),
      // Null: Redis is away.
      pace().catch(() => null),
    ]);
    const known = views ?? new Map();
    return {
      sending_stopped_at: timestamp(stop?.at ?? null),
      workers: presentWorkers(workers, known, now()),
      oldest_due: oldest.map(([kind, seconds]) => ({ kind, seconds: Math.round(seconds) })),
      is_pace_known: views !== null,
      ...presentPace(known),
    };
  }

  type Given = Readonly<Record<string, unknown>>;
  type Run = (ctx: Context, operator: number, given: Given) => Promise<object>;
  const answered = async (ctx: Context, run: () => Promise<object>): Promise<void> => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'success', ...(await patiently(run())) };
  };
  const read = (path: string, run: Run) =>
    router.get(`/console/api/operator/${path}`, async (ctx) => {
      const operator = await operatorOf(ctx);
      await answered(ctx, () => run(ctx, operator, fold(ctx.query)));
    });
  const change = (path: string, run: Run) =>
    router.post(`/console/api/operator/${path}`, async (ctx) => {
      const operator = await operatorOf(ctx);
      const given = await readFormBody(ctx, service.limits, operator);
      await answered(ctx, () => run(ctx, operator, given));
    });

  /** The account that a call names; a 404 where there is none. */
  const accountNamed = async (id: number) => {
    const account = await listedAccount(id);
    if (!account) throw noRecord();
    return account;
  };
  const detailsOf = async (id: number) => {
    const account = await accountNamed(id);
    const limits = limitsOf(config.quotas, account.quotas);
    return {
      message: {
        account: presentListedAccount(account),
        quotas: presentQuotas(limits, await quotaUse(id, service)).map((one) => ({
          ...one,
          label: QUOTAS[one.name].label,
          is_own: account.quotas?.[one.name] !== undefined,
        })),
      },
    };
  };

  read('overview', async () => ({ message: await overview() }));

  read('accounts', async (_, operator, given) => {
    const asked = validate(accountsInput, given, config.limits);
    const size = asked.limit ?? PAGE;
    const found = await accountVolumes({
      afterId: asked.after_id ?? 0,
      limit: size + 1,
      suspended: asked.suspended === 1,
    });
    const shown = found.slice(0, size);
    return {
      message: {
        accounts: shown.map((one) => ({ ...presentVolume(one), is_you: one.account._id === operator })),
      },
      next_after_id: found.length > size ? shown.at(-1)!.account._id : null,
    };
  });

  read('accounts/details', async (_, __, given) => detailsOf(validate(idInput, given, config.limits).id));

  change('accounts/suspend', async (ctx, operator, given) => {
    const { id, reason = '' } = validate(suspendInput, given, config.limits);
    await accountNamed(id);
    if (id === operator) throw conflict('Your own account can not be suspended here.');
    await suspendAccount(id, reason);
    noteOperatorAct(ctx, operator, 'account_suspended', { account: id });
    await keys.changed(id);
    return detailsOf(id);
  });

  change('accounts/resume', async (ctx, operator, given) => {
    const { id } = validate(idInput, given, config.limits);
    await accountNamed(id);
    if (!(await unsuspendAccount(id))) throw conflict('The account is not suspended.');
    noteOperatorAct(ctx, operator, 'account_resumed', { account: id });
    await keys.changed(id);
    return detailsOf(id);
  });

  change('accounts/quotas', async (ctx, operator, given) => {
    const { id, ...changes } = validate(quotasInput, given, config.limits) as { id: number } & QuotaChanges;
    await accountNamed(id);
    if (Object.keys(changes).length === 0)
      throw invalid(Object.fromEntries(QUOTA_NAMES.map((name) => [name, [texts.required(name)]])));
    await changeQuotas(id, changes);
    noteOperatorAct(ctx, operator, 'quotas_changed', { account: id, quotas: changes });
    await keys.changed(id);
    return detailsOf(id);
  });

  read('jobs', async (_, __, given) => {
    const asked = validate(jobsInput, given, config.limits);
    const size = asked.limit ?? PAGE;
    const found = await givenUpJobs(asked.after ?? null, size + 1);
    const shown = found.slice(0, size);
    const last = found.length > size ? shown.at(-1)! : null;
    return {
      message: { jobs: shown.map(presentGivenUp) },
      next_after: last && `${last.given_up_at!.getTime()} ${last._id}`,
    };
  });

  change('jobs/retry', async (ctx, operator, given) => {
    const { id } = validate(retryInput, given, config.limits);
    const end = await retryJob(id);
    if (end === 'gone') throw noRecord();
    if (end === 'waits') throw conflict('The owner of the account has to decide about this.');
    noteOperatorAct(ctx, operator, 'job_retried', { job: id });
    return { message: 'Tried Again Successfully' };
  });
}
