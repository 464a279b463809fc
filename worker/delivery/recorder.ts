import { setTimeout } from 'node:timers/promises';
import type { AnyBulkWriteOperation } from 'mongodb';
import { now } from '../../common/clock.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { isStoreAway, rows } from '../../common/mongo.ts';
import { markDirty } from '../../common/queries/figures.ts';

/** What is written to a ledger row: its new state with what belongs to it. */
export type RowChange = Partial<DeliveryDocument> & Pick<DeliveryDocument, 'state'>;

/** Writes outcomes in bounded groups: what is not written yet when a worker is killed may be sent twice. */
export interface Recorder {
  accepted(id: number, batch: number): void;
  changed(id: number, batch: number, change: RowChange): void;
  /** Nothing more is to be handed over: its outcome could not be written. */
  failed(): boolean;
  /** Null while the store keeps up; else what to wait for before more is handed over. */
  backlog(): Promise<void> | null;
  /** Writes what is left; throws what any write threw. */
  flush(): Promise<void>;
}

interface Bounds {
  /** A group is written after this many outcomes … */
  mails: number;
  /** … or this many milliseconds after its first. */
  ms: number;
}

/** So many groups' outcomes may be unwritten, over all slices of the process; see docs/guarantees.md. */
const GROUPS = 2;
/** While the store is away a group is tried again for this long: an outcome that is lost is a mail sent twice. */
const PATIENCE_MS = 300_000;
const RETRY_MS = 500;

async function patiently(write: () => Promise<void>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isStoreAway(error) || performance.now() > until) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

/** Outcomes that this process has and the store has not: what a kill may double, however many slices there are. */
let unwritten = 0;
let waiting: (() => void)[] = [];

function written(count: number): void {
  unwritten -= count;
  const woken = waiting;
  waiting = [];
  for (const wake of woken) wake();
}

/** A mark of a batch as dirty is good for this long; see `queries/figures`. */
const MARK_MS = 5000;

/**
 * A recorder for one slice. Accepted is the usual outcome, and one update for all of a group's. `before` writes what
 * must stand before a group's outcomes do: a crash between the two repeats it, and loses nothing.
 */
export function createRecorder(bounds: Bounds, before: () => Promise<void> = async () => {}): Recorder {
  let accepted: number[] = [];
  let changes: AnyBulkWriteOperation<DeliveryDocument>[] = [];
  let touched = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown;
  let groups = 0;
  const marked = new Map<number, number>();

  const mark = async (batches: Set<number>): Promise<void> => {
    const at = performance.now();
    const due = [...batches].filter(
      (batch) => at - (marked.get(batch) ?? Number.NEGATIVE_INFINITY) > MARK_MS,
    );
    if (due.length === 0) return;
    await markDirty(due);
    for (const batch of due) marked.set(batch, at);
  };

  const write = async (ids: number[], others: typeof changes, batches: Set<number>): Promise<void> => {
    await mark(batches);
    await before();
    await Promise.all([
      ids.length > 0 &&
        rows(Delivery).updateMany(
          // A server took it: that stands whatever another holder of the batch thought meanwhile.
          { _id: { $in: ids }, state: { $in: ['pending', 'deferred', 'skipped', 'in_doubt'] } },
          { $set: { state: 'accepted', accepted_at: now() } },
        ),
      others.length > 0 && rows(Delivery).bulkWrite(others, { ordered: false }),
    ]);
  };

  const writeGroup = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const group = [accepted, changes, touched] as const;
    const count = accepted.length + changes.length;
    [accepted, changes, touched] = [[], [], new Set()];
    groups += 1;
    writing = writing
      .then(() => patiently(() => write(...group)))
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        groups -= 1;
        written(count);
      });
  };

  const noted = (batch: number): void => {
    touched.add(batch);
    unwritten += 1;
    // The other slices may have as many: one that has nothing on its way does not wait for its group to be full.
    const early = groups === 0 && unwritten >= bounds.mails;
    if (early || accepted.length + changes.length >= bounds.mails) writeGroup();
    else timer ??= globalThis.setTimeout(writeGroup, bounds.ms);
  };

  return {
    accepted(id, batch) {
      accepted.push(id);
      noted(batch);
    },
    changed(id, batch, change) {
      changes.push({ updateOne: { filter: { _id: id, state: 'pending' }, update: { $set: change } } });
      noted(batch);
    },
    failed: () => failure !== undefined,
    backlog: () =>
      unwritten >= GROUPS * bounds.mails ? new Promise((resolve) => waiting.push(resolve)) : null,
    async flush() {
      if (accepted.length + changes.length > 0) writeGroup();
      await writing;
      clearTimeout(timer);
      if (failure !== undefined) throw failure;
    },
  };
}
