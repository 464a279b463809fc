import { isStopped, STOP } from '../../common/accounts/stopped.ts';
import { READ_AFTER_MS } from '../../common/changes/event-notes.ts';
import { note } from '../../common/changes/notices.ts';
import { now } from '../../common/clock.ts';
import { Account } from '../../common/models/accounts.ts';
import { WebhookAttempt } from '../../common/models/webhook-attempts.ts';
import { ANSWERED, Webhook, type WebhookDocument } from '../../common/models/webhooks.ts';
import { openWebhookSecrets } from '../../common/secrets/webhook-secrets.ts';
import { HASTY } from '../../common/store/hasty.ts';
import { reserveIds } from '../../common/store/ids.ts';
import { type KeptLease, keepRenewed, takeLease } from '../../common/store/lease.ts';
import type { WorkerContext } from '../runtime/context.ts';
import type { RunEnd } from '../runtime/job.ts';
import { type Caller, callEndpoint, type WebhookCall } from './call.ts';
import { type NoteEntry, recordOf } from './event.ts';
import {
  type EventPage,
  NOTES_AT_ONCE,
  nextNoteAt,
  nextNotes,
  positionAfter,
  readEventPage,
  untold,
} from './notes.ts';

/** Seconds until the next call after so many failures in a row; the last is repeated. */
const WAITS = Object.freeze([5, 30, 120, 600, 1800, 3600]);
/** Milliseconds after which a webhook that failed all the time is disabled. */
const GIVE_UP_MS = 3 * 24 * 3600_000;

/** Milliseconds until the next call. A random part spreads the calls to endpoints that failed together. */
const backoffMs = (failures: number): number =>
  WAITS[Math.min(failures, WAITS.length) - 1]! * 1000 * (0.8 + Math.random() * 0.4);

const IDLE_MS = 30_000;
/** Milliseconds after which an answer is late. */
const LATE_MS = 2000;
/** Milliseconds for which a webhook stays late after the last such answer: one that alternates would take turns of those that are quick. */
const STAYS_MS = 600_000;
const CHANGE_MS = 1000;
/** Notes gather for so long once all are sent: a send writes one for some 250 mails, and a call can have 500 events. */
const GATHER_MS = 1000;
/** Events of a call to a webhook with batches; for others, which get one event a call, between two stored positions. */
const [BATCH, SINGLES] = [500, 100];
const CALLS_KEPT = 100;
/** The latest calls of a webhook that keep what was sent and answered. Failed ones keep it too. */
const BODIES_KEPT = 500;
const LANES = 5;

export type WebhookWorker = Pick<WorkerContext, 'config' | 'log' | 'ring' | 'stopping' | 'hurry'>;

interface WebhookTurn {
  readonly webhook: WebhookDocument;
  readonly lease: KeptLease<WebhookDocument>;
  readonly caller: Caller;
  readonly worker: WebhookWorker;
  readonly until: number;
  readonly called: WebhookCall[];
  /** Milliseconds of the slowest call; null: none was made. */
  slowestMs: number | null;
}

/** The webhooks of each job. */
export const CALLED_BY = Object.freeze({
  'call-webhook': { late: { $ne: true as const } },
  'call-first-webhook': { late: true, untried: true },
  'call-late-webhook': { late: true, untried: { $ne: true as const } },
});
export type CallJob = keyof typeof CALLED_BY;

const jobOf = ({ late, untried }: Pick<WebhookDocument, 'late' | 'untried'>): CallJob => {
  if (!late) return 'call-webhook';
  return untried ? 'call-first-webhook' : 'call-late-webhook';
};

export const dueWebhooks = (at: Date) => ({ enabled: true as const, due_at: { $lte: at } });

export const freeWebhooks = (at: Date) => ({
  ...dueWebhooks(at),
  $or: [{ lease_token: null }, { lease_until: { $lte: at } }],
});

/** Sends a webhook its due events for some seconds. */
export async function takeTurn(
  userId: number,
  id: number,
  ends: number,
  worker: WebhookWorker,
): Promise<RunEnd> {
  const at = now();
  const taken = await takeLease(
    { model: Webhook.of(userId), token: 'lease_token', until: 'lease_until' },
    { _id: id, ...freeWebhooks(at) },
    // A note that is written from now on may set an earlier time.
    { set: { due_at: new Date(at.getTime() + IDLE_MS) }, returnDocument: 'after' },
  );
  if (!taken) return 'idle';
  const { found } = taken;
  const lease = keepRenewed(taken.lease);
  let next: CallJob | null = null;
  // If the turn fails, the next one does not wait for the idle time.
  let end: Partial<WebhookDocument> = { due_at: new Date(at.getTime() + CHANGE_MS) };
  try {
    const account = await Account.findOne({ _id: found.user_id }, { projection: STOP });
    if (!account || isStopped(account)) {
      end = {};
      return;
    }
    const turn = await begin(found, lease, ends, worker);
    const due = await tellAll(turn);
    if (due) await lease.write({ $min: { due_at: due } });
    const job = await regroup(turn);
    end = {};
    if (due && due <= now() && !worker.stopping.aborted) next = job;
  } finally {
    await lease.release(end);
  }
  if (next === jobOf(found)) return 'more';
  // One that is late now, or no longer, has its next turn in another queue.
  if (next) await worker.ring(next, { webhookId: id, userId });
}

/** Stores whether its endpoint is late, if it was called. Returns the job of its next turn. */
async function regroup({ webhook, lease, slowestMs }: WebhookTurn): Promise<CallJob> {
  if (slowestMs === null) return jobOf(webhook);
  const { late = false, untried = false, late_at, updated_at } = webhook;
  const at = now();
  const isLate = slowestMs > LATE_MS;
  const stays = late_at !== undefined && at.getTime() - late_at.getTime() < STAYS_MS;
  const known = { late: isLate || stays, untried: false, ...(isLate && { late_at: at }) };
  // A webhook that was changed during the turn has another endpoint, of which nothing is known.
  if (isLate || known.late !== late || untried) await lease.write({ $set: known }, { updated_at });
  return jobOf(known);
}

async function begin(
  webhook: WebhookDocument,
  lease: KeptLease<WebhookDocument>,
  until: number,
  worker: WebhookWorker,
): Promise<WebhookTurn> {
  const secrets = await openWebhookSecrets(webhook, now(), worker.config);
  const caller = {
    webhook,
    secrets,
    config: worker.config,
    signal: AbortSignal.any([worker.hurry, lease.lost]),
  };
  return { webhook, lease, caller, worker, until, called: [], slowestMs: null };
}

/** One call is enough to know an endpoint. */
const isKnownNow = ({ webhook, slowestMs }: WebhookTurn): boolean =>
  webhook.untried === true && slowestMs !== null;

const mayGoOn = (turn: WebhookTurn): boolean =>
  turn.lease.stands() && !turn.worker.stopping.aborted && performance.now() < turn.until && !isKnownNow(turn);

async function tellAll(turn: WebhookTurn): Promise<Date | null> {
  try {
    return await tell(turn);
  } finally {
    // The time of the next try is stored: a failure here may not change it.
    await keepCalls(turn).catch((error: unknown) =>
      turn.worker.log.warn({ err: error }, 'webhook calls not stored; webhooks/attempts omits them'),
    );
  }
}

/** Until all events are sent, one call fails, or the time is over. Returns when the webhook is due again; null: after a while. */
async function tell(turn: WebhookTurn): Promise<Date | null> {
  let { webhook } = turn;
  for (;;) {
    const upto = new Date(now().getTime() - READ_AFTER_MS);
    const notes = await nextNotes(webhook, upto);
    let left = untold(notes, webhook.position);
    if (left.length === 0) return nextNoteAt(webhook, upto);
    while (left.length > 0) {
      if (!mayGoOn(turn)) return now();
      const page = await readEventPage(webhook.user_id, pageOf(left, webhook));
      const { last, failed, called } = await callAll(turn, page);
      if (last) webhook = { ...webhook, position: positionAfter(last) };
      if (!(await save(turn, webhook, called, failed)) || failed) return null;
      if (page.waits) return new Date(now().getTime() + CHANGE_MS);
      if (last) left = left.slice(left.indexOf(last) + 1);
    }
    if (notes.length < NOTES_AT_ONCE) return new Date(now().getTime() + GATHER_MS);
  }
}

/** The records of the next calls. One by one, only records of one note with different recipients go in parallel. */
function pageOf(left: readonly NoteEntry[], { batch, untried }: WebhookDocument): readonly NoteEntry[] {
  if (batch) return left.slice(0, BATCH);
  if (untried) return left.slice(0, 1);
  const ids = new Set<number>();
  const page: NoteEntry[] = [];
  for (const one of left.slice(0, SINGLES)) {
    const { id } = recordOf(one);
    // A person who opened a mail twice is in a note twice.
    if (one.note !== left[0]!.note || ids.has(id)) break;
    ids.add(id);
    page.push(one);
  }
  return page;
}

interface TurnResult {
  /** The last record that was sent with all before it, or need not be sent. */
  readonly last: NoteEntry | null;
  readonly failed: WebhookCall | null;
  readonly called: readonly WebhookCall[];
}

async function callAll(turn: WebhookTurn, { events, last }: EventPage): Promise<TurnResult> {
  if (events.length === 0) return { last, failed: null, called: [] };
  if (turn.webhook.batch) {
    const told = events.map(({ event }) => event);
    const called = await callEndpoint(turn.caller, told);
    const failed = called.failure === null ? null : called;
    return { last: failed ? null : last, failed, called: [called] };
  }
  const called: WebhookCall[] = [];
  const isTold = events.map(() => false);
  let failed: WebhookCall | null = null;
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < events.length && !failed && (next === 0 || mayGoOn(turn))) {
      const at = next++;
      const one = await callEndpoint(turn.caller, [events[at]!.event]);
      called.push(one);
      if (one.failure === null) isTold[at] = true;
      else failed ??= one;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const untoldAt = isTold.indexOf(false);
  return { last: untoldAt === -1 ? last : (events[untoldAt - 1]?.noted ?? null), failed, called };
}

/** Stores the position of the webhook. False: another worker has it, or it has changed. */
async function save(
  turn: WebhookTurn,
  webhook: WebhookDocument,
  called: readonly WebhookCall[],
  failed: WebhookCall | null,
): Promise<boolean> {
  const { lease, worker } = turn;
  turn.called.push(...called);
  for (const { took_ms } of called) turn.slowestMs = Math.max(turn.slowestMs ?? 0, took_ms);
  if (turn.called.length >= CALLS_KEPT) await keepCalls(turn);
  // Its owner moved the position meanwhile, or changed its events.
  const unchanged = { updated_at: webhook.updated_at };
  const { position } = webhook;
  if (!failed) {
    const fine = called.length > 0 ? ANSWERED : {};
    const { matchedCount } = await Webhook.of(webhook.user_id).updateOne(
      { ...unchanged, ...lease.fence },
      { $set: { position, ...fine } },
      // If a crash of the store loses a position, some events are only sent again; the turn ends with a write that lasts.
      HASTY,
    );
    return matchedCount === 1;
  }
  // A worker that stops aborts its calls, which shows nothing about the endpoint.
  if (worker.hurry.aborted) return lease.write({ $set: { position, due_at: now() } }, unchanged);
  return lease.write({ $set: { position, ...(await failure(webhook, failed, worker)) } }, unchanged);
}

/** The changes by a failed call. After three days the webhook is disabled; the notice about it is stored first. */
async function failure(
  webhook: WebhookDocument,
  { failure: why, at }: WebhookCall,
  { log }: WebhookWorker,
): Promise<Partial<WebhookDocument>> {
  const failures = webhook.failures + 1;
  const since = webhook.failing_since ?? at;
  const enabled = now().getTime() - since.getTime() < GIVE_UP_MS;
  if (!enabled) {
    const { _id: subject, user_id } = webhook;
    await note({ kind: 'webhook-disabled', user_id, subject, occasion: since.getTime() }, log);
  }
  return {
    failing_since: since,
    failures,
    last_failure: why,
    enabled,
    due_at: new Date(now().getTime() + backoffMs(failures)),
  };
}

/** Stores the calls of a turn for `webhooks/attempts`. A crash may lose the last ones. */
async function keepCalls({ webhook, called }: WebhookTurn): Promise<void> {
  if (called.length === 0) return;
  const made = called.splice(0);
  const first = await reserveIds('webhook_attempts', made.length);
  const calls = WebhookAttempt.of(webhook.user_id);
  await calls.insertMany(made.map((one, index) => ({ _id: first + index, ...one })));
  // As many as were added are no longer among the latest.
  const older = await calls
    .find({ webhook_id: webhook._id })
    .project<{ _id: number }>({ _id: 1 })
    .sort({ _id: -1 })
    .skip(BODIES_KEPT)
    .limit(made.length)
    .toArray();
  if (older.length === 0) return;
  await calls.updateMany(
    { _id: { $in: older.map(({ _id }) => _id) }, failure: null },
    { $unset: { body: '', answer: '' } },
  );
}
