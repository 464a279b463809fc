import type { AnyBulkWriteOperation } from 'mongodb';
import { now } from '../../common/clock.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { rows } from '../../common/mongo.ts';
import { suppressBounced } from '../../common/queries/bounces.ts';
import { type Bounds, createOutcomeGroups, type OutcomeGroup } from './outcome-groups.ts';

/** What is written to a ledger row: its new state with what belongs to it. */
export type RowChange = Partial<DeliveryDocument> & Pick<DeliveryDocument, 'state'>;

/** Somebody's address that does not exist any more. */
export interface Gone {
  readonly user_id: number;
  readonly email: string;
}

interface Changed {
  readonly operation: AnyBulkWriteOperation<DeliveryDocument>;
  readonly gone: Gone | null;
}

/** Writes outcomes in bounded groups: what is not written yet when a worker is killed may be sent twice. */
export interface Recorder {
  /** For one slice; the groups are those of all of them. */
  forSlice(): SliceRecorder;
  /** Null while the store keeps up; else what to wait for before more is handed over. */
  backlog(): Promise<void> | null;
}

export interface SliceRecorder {
  accepted(id: number, batch: number): void;
  /** `gone` is suppressed before the row says so: a crash between the two does both again, and loses nothing. */
  changed(id: number, batch: number, change: RowChange, gone?: Gone | null): void;
  /** Nothing more is to be handed over: an outcome could not be written. */
  failed(): boolean;
  /** Waits until all is written; throws what any write threw. */
  flush(): Promise<void>;
}

/** Accepted is the usual outcome, and one update for all of a group's. */
const writeAccepted = (ids: readonly number[]): Promise<unknown> =>
  rows(Delivery).updateMany(
    // A server took it: that stands whatever another holder of the batch thought meanwhile.
    { _id: { $in: [...ids] }, state: { $in: ['pending', 'deferred', 'skipped', 'in_doubt'] } },
    { $set: { state: 'accepted', accepted_at: now() } },
  );

async function writeChanged(changes: readonly Changed[]): Promise<void> {
  const byAccount = new Map<number, string[]>();
  for (const { gone } of changes) {
    if (gone) byAccount.set(gone.user_id, [...(byAccount.get(gone.user_id) ?? []), gone.email]);
  }
  for (const [userId, addresses] of byAccount) await suppressBounced(userId, addresses);
  await rows(Delivery).bulkWrite(
    changes.map(({ operation }) => operation),
    { ordered: false },
  );
}

/** One for all slices of a worker: ten slices with a few outcomes each are one write. */
export function createRecorder(bounds: Bounds): Recorder {
  const { collect, backlog } = createOutcomeGroups(bounds);
  const acceptances = collect(writeAccepted);
  const changes = collect(writeChanged);

  function forSlice(): SliceRecorder {
    const groups = new Set<OutcomeGroup>();
    let failure: unknown;

    const follow = (group: OutcomeGroup): void => {
      if (groups.has(group)) return;
      groups.add(group);
      group.written
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => groups.delete(group));
    };

    return {
      accepted: (id, batch) => follow(acceptances.add(id, batch)),
      changed(id, batch, change, gone = null) {
        const operation = {
          updateOne: { filter: { _id: id, state: 'pending' as const }, update: { $set: change } },
        };
        follow(changes.add({ operation, gone }, batch));
      },
      failed: () => failure !== undefined,
      async flush() {
        if (groups.size > 0) {
          acceptances.hasten();
          changes.hasten();
          await Promise.allSettled([...groups].map(({ written }) => written));
        }
        if (failure !== undefined) throw failure;
      },
    };
  }

  return { forSlice, backlog };
}
