import { nothingFound } from '../../../common/audience/suppressed.ts';
import { now } from '../../../common/clock.ts';
import type { CompiledMail } from '../../../common/compose/compile-mail.ts';
import { failpoint } from '../../../common/config/failpoints.ts';
import { grouped } from '../../../common/domain/grouped.ts';
import { mailingOfMessage } from '../../../common/domain/mailing-keys.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Message, type MessageDocument } from '../../../common/models/messages.ts';
import { Sender } from '../../../common/models/senders.ts';
import { shownValues } from '../../../common/queries/messages.ts';
import { believedStatus } from '../../../common/quotas/account-status.ts';
import { type MailPlaces, returnMailPlaces, takeMailPlaces } from '../../../common/quotas/mails.ts';
import { HASTY } from '../../../common/store/hasty.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { readExclusions } from '../audience/exclusions.ts';
import { compiledOf, OF_SENDER, pauseOf, WITHOUT_TEXTS } from '../delivery/claim-batch.ts';
import { putBack } from '../delivery/close-batches.ts';
import { type HeldBatch, leaseBatches, markWhole, untouched } from '../delivery/lease-batches.ts';
import type { ReadMailing } from '../delivery/mailing-owner.ts';
import { OPEN_ROW, type OpenRow } from '../delivery/open-rows.ts';
import { newSlice, type Slice, type SliceFacts } from '../delivery/slice.ts';
import type { DkimKey } from '../signing/keys.ts';
import { standstillOf } from '../standstill.ts';

export interface ReadyMessage {
  readonly message: NewMessage;
  readonly mailing: ReadMailing;
  readonly slice: Slice;
}

type NewMessage = Pick<
  MessageDocument,
  '_id' | 'user_id' | 'email' | 'email_norm' | 'name' | 'values' | 'attached'
> & {
  /** The time that this worker has stored. */
  readonly look_at: Date;
};

interface FreeMessage {
  readonly message: NewMessage;
  readonly mailing: ReadMailing;
  readonly batch: HeldBatch['found'];
}

interface CompiledMessage extends FreeMessage {
  readonly compiled: CompiledMail;
}

interface LeasedMessage extends CompiledMessage {
  readonly held: HeldBatch;
}

/** Does for many messages what `deliverNext` does for one mailing, with as many queries. Returns the ready messages by id; the others do not change. */
export async function beginTogether(
  userId: number,
  ids: readonly number[],
  worker: WorkerContext,
): Promise<ReadonlyMap<number, ReadyMessage>> {
  if (worker.stopping.aborted || (await standstillOf(userId, worker.config)) !== null) return new Map();
  const compiled = await compileAll(await read(userId, ids), worker);
  const ready = await leaseAll(userId, compiled, worker);
  return new Map(ready.map((one) => [one.message._id, one]));
}

/** Postpones the next look at the messages, and reads them. Excludes messages with attachments, and those whose mailing is held back. */
async function read(userId: number, ids: readonly number[]): Promise<FreeMessage[]> {
  const keys = ids.map(mailingOfMessage);
  const look_at = nextLook();
  const stored = Message.of(userId);
  const waiting = { _id: { $in: [...ids] }, look_at: { $type: 'date' } } as const;
  const [, messages, mailings, batches] = await Promise.all([
    // If a crash of the store loses this write, the next look is only too soon.
    stored.updateMany(waiting, { $set: { look_at } }, HASTY),
    stored
      .find(waiting)
      .project<Omit<NewMessage, 'look_at'>>({
        user_id: 1,
        email: 1,
        email_norm: 1,
        name: 1,
        values: 1,
        attached: 1,
      })
      .toArray(),
    Mailing.of(userId)
      .find({ _id: { $in: keys }, state: 'open', stopped: false, paused_reason: null })
      .project<ReadMailing>(WITHOUT_TEXTS)
      .toArray(),
    Batch.of(userId).find(untouched(keys)).toArray(),
  ]);
  const mailingOf = new Map(mailings.map((mailing) => [mailing._id, mailing]));
  const batchOf = new Map(batches.map((batch) => [batch.mailing, batch]));
  return messages.flatMap((message) => {
    const mailing = mailingOf.get(mailingOfMessage(message._id));
    const batch = batchOf.get(mailingOfMessage(message._id));
    const fits = mailing && batch && !message.attached && batch.first === batch.last;
    return fits ? [{ message: { ...message, look_at }, mailing, batch }] : [];
  });
}

/** Compiles before the lease: a leased batch must not wait for room to compile. */
async function compileAll(fit: readonly FreeMessage[], worker: WorkerContext): Promise<CompiledMessage[]> {
  const going: CompiledMessage[] = [];
  for (const one of fit) {
    // A content that cannot be compiled fails alone.
    const compiled = await compiledOf(one.mailing, worker).catch(() => null);
    if (compiled) going.push({ ...one, compiled });
  }
  return going;
}

interface GroupFacts {
  readonly senders: ReadonlySet<number>;
  readonly excluded: Awaited<ReturnType<typeof exclusionsOf>>;
  readonly keys: ReadonlyMap<string, readonly DkimKey[]>;
  readonly places: MailPlaces;
}

/** In parallel, as each answer waits for its turn in the event loop. Puts back batches whose mails must not go now. */
async function leaseAll(
  userId: number,
  going: readonly CompiledMessage[],
  worker: WorkerContext,
): Promise<readonly ReadyMessage[]> {
  if (going.length === 0) return [];
  const batches = going.map(({ batch }) => batch);
  const asked = performance.now();
  const [leasing, asking] = await Promise.allSettled([
    leaseBatches(userId, batches, worker.config.inDoubt === 'hold' ? 'none' : 'whole'),
    askAll(userId, going, worker),
  ]);
  const held = leasing.status === 'fulfilled' ? leasing.value : [];
  let ready: readonly ReadyMessage[] = [];
  try {
    if (leasing.status === 'rejected') throw leasing.reason;
    if (asking.status === 'rejected') throw asking.reason;
    for (const { found } of held) worker.recorder.marked(found._id, asked);
    failpoint('after-claim');
    ready = await markAll(userId, going, held, asking.value, worker);
  } finally {
    const taken = new Set(ready.map(({ slice }) => slice.held));
    const places = asking.status === 'fulfilled' ? asking.value.places : null;
    await Promise.all([
      ...held.filter((one) => !taken.has(one)).map((one) => putBack(one)),
      places && returnMailPlaces(places, places.count - taken.size),
    ]);
  }
  return ready;
}

async function askAll(
  userId: number,
  going: readonly CompiledMessage[],
  worker: WorkerContext,
): Promise<GroupFacts> {
  const ids = [...new Set(going.map(({ mailing }) => mailing.sender_id))];
  const { limits } = await believedStatus(userId, worker.config);
  const [senders, excluded, keys, places] = await Promise.all([
    Sender.of(userId)
      .find({ _id: { $in: ids } })
      .project<NonNullable<Parameters<typeof pauseOf>[0]> & { _id: number }>(OF_SENDER)
      .toArray(),
    exclusionsOf(going),
    keysOf(userId, going, worker),
    takeMailPlaces(userId, going.length, limits.mails_per_day),
  ]);
  const usable = senders.filter((sender) => pauseOf(sender) === null).map(({ _id }) => _id);
  return { senders: new Set(usable), excluded, keys, places };
}

/** Marks the leased batches and reads their rows; omits batches without an open row or beyond the day's places. */
async function markAll(
  userId: number,
  going: readonly CompiledMessage[],
  held: readonly HeldBatch[],
  { senders, excluded, keys, places }: GroupFacts,
  worker: WorkerContext,
): Promise<readonly ReadyMessage[]> {
  const heldBy = new Map(held.map((one) => [one.found._id, one]));
  const leased = going
    .filter(({ batch, mailing }) => heldBy.has(batch._id) && senders.has(mailing.sender_id))
    .slice(0, places.count)
    .map((one): LeasedMessage => ({ ...one, held: heldBy.get(one.batch._id)! }));
  if (leased.length === 0) return [];
  const [open, isMarked] = await Promise.all([
    readRows(userId, leased),
    worker.config.inDoubt !== 'hold' ||
      markWhole(
        userId,
        leased.map((one) => one.held),
      ),
  ]);
  if (!isMarked) return [];
  const rowBy = new Map(open.map((row) => [row._id, row]));
  return leased.flatMap(({ message, mailing, batch, compiled, held: own }): ReadyMessage[] => {
    const row = rowBy.get(batch.first);
    if (!row) return [];
    const { reasons, also } = excluded.get(mailing.unsubscribe_group_id)!;
    const known: SliceFacts = {
      contacts: new Map(),
      people: new Map(),
      excluded: reasons,
      places: { key: places.key, count: 1 },
      parts: { name: message.name ?? '', values: shownValues(message), attachments: null },
      keys: keys.get(mailing.content.from_email)!,
      ...also,
    };
    const marked = { isFirst: true, isMarked: true, open: [row], held: own };
    return [{ message, mailing, slice: newSlice({ worker, mailing, compiled, known, ...marked }) }];
  });
}

const readRows = (userId: number, leased: readonly LeasedMessage[]): Promise<OpenRow[]> =>
  Delivery.of(userId)
    .find({
      _id: { $in: leased.map(({ batch }) => batch.first) },
      mailing: { $in: leased.map(({ mailing }) => mailing._id) },
      state: 'pending',
      retry: { $exists: false },
    })
    .project<OpenRow>(OPEN_ROW)
    .toArray();

async function exclusionsOf(leased: readonly FreeMessage[]) {
  const groups = grouped(leased, ({ mailing }) => mailing.unsubscribe_group_id);
  const asked = [...groups].map(async ([group, some]) => {
    const also = nothingFound();
    const addresses = some.map(({ message }) => message.email_norm);
    // No row was handed over before, so none has made its own address suspected.
    const reasons = await readExclusions(some[0]!.mailing, addresses, also);
    return [group, { reasons, also }] as const;
  });
  return new Map(await Promise.all(asked));
}

async function keysOf(
  userId: number,
  leased: readonly FreeMessage[],
  { mailKeys }: WorkerContext,
): Promise<ReadonlyMap<string, readonly DkimKey[]>> {
  const from = [...new Set(leased.map(({ mailing }) => mailing.content.from_email))];
  return new Map(await Promise.all(from.map(async (one) => [one, await mailKeys.of(userId, one)] as const)));
}

/** Milliseconds until the next look at a message whose worker may have died, or that cannot go now. */
export const LOOK_AGAIN_MS = 30_000;

export const laterBy = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const nextLook = (): Date => laterBy(now(), LOOK_AGAIN_MS);
