import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import { type BouncedAddress, noteBounces } from '../../common/changes/bounced-addresses.ts';
import { now } from '../../common/clock.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import type { Figures } from '../../common/models/figures.ts';
import { rows } from '../../common/mongo/connection.ts';
import { type Bounds, createOutcomeGroups, type OutcomeGroup } from './outcome-groups.ts';
import type { RowChange } from './row-change.ts';
import { createTally } from './tally.ts';

interface Changed {
  readonly operation: AnyBulkWriteOperation<DeliveryDocument>;
  readonly bounced: BouncedAddress | null;
}

/** An accepted mail, and the id that a provider gave to it. */
interface Named {
  readonly id: number;
  readonly providerId: string;
}

/** Writes outcomes in bounded groups: mails whose outcome is not written when a worker is killed may be sent twice. */
export interface Recorder {
  /** A recorder for one slice. All slices share the groups. */
  forSlice(): SliceRecorder;
  /** A batch was marked for counting by its lease, at this time of `performance.now()`: its first outcomes need not mark it. */
  marked(batch: number, at: number): void;
  /** A batch is about to be closed: that mark holds no longer. */
  closed(batch: number): void;
  /** Null while MongoDB keeps up; otherwise resolves when more mails may be handed over. */
  backlog(): Promise<void> | null;
}

export interface SliceRecorder {
  /** `providerId`: the server's id of the mail, where it is stored. */
  accepted(id: number, batch: number, providerId?: string | null): void;
  /** What is said of the address is written before the row: after a crash in between, both are done again. */
  changed(id: number, batch: number, change: RowChange, bounced?: BouncedAddress | null): void;
  /** True after an outcome could not be written: then the slice hands over no more mails. */
  failed(): boolean;
  /** Waits until all is written; throws what any write threw. */
  flush(): Promise<void>;
  /** After `flush`: the figures of the rows that it wrote, if MongoDB confirmed of each that it was changed; else null. */
  figures(): Figures | null;
}

const ACCEPTED: RowChange = { state: 'accepted' };

/** A server accepted the mail. That holds even if another holder of the batch wrote one of these states meanwhile. */
const acceptable = (): Filter<DeliveryDocument> => ({
  state: { $in: ['pending', 'deferred', 'skipped', 'in_doubt'] },
});

/** Accepted is the usual outcome: one update writes it for a whole group. */
async function writeAccepted(ids: readonly number[]): Promise<number> {
  const { modifiedCount } = await rows(Delivery).updateMany(
    { _id: { $in: [...ids] }, ...acceptable() },
    { $set: { state: 'accepted', accepted_at: now() } },
  );
  return modifiedCount;
}

async function writeNamed(mails: readonly Named[]): Promise<number> {
  const accepted_at = now();
  const { modifiedCount } = await rows(Delivery).bulkWrite(
    mails.map(
      ({ id, providerId }): AnyBulkWriteOperation<DeliveryDocument> => ({
        updateOne: {
          filter: { _id: id, ...acceptable() },
          update: { $set: { state: 'accepted', accepted_at, provider_id: providerId } },
        },
      }),
    ),
    { ordered: false },
  );
  return modifiedCount;
}

async function writeChanged(changes: readonly Changed[]): Promise<number> {
  await noteBounces(changes.flatMap(({ bounced }) => (bounced ? [bounced] : [])));
  const { modifiedCount } = await rows(Delivery).bulkWrite(
    changes.map(({ operation }) => operation),
    { ordered: false },
  );
  return modifiedCount;
}

/** One recorder serves all slices of a worker: the few outcomes of each of ten slices become one write. */
export function createRecorder(bounds: Bounds): Recorder {
  const { collect, backlog, marked, closed } = createOutcomeGroups(bounds);
  const acceptances = collect(writeAccepted);
  const named = collect(writeNamed);
  const changes = collect(writeChanged);

  function forSlice(): SliceRecorder {
    const groups = new Set<OutcomeGroup>();
    const tally = createTally();
    let isExact = true;
    let failure: unknown;

    const follow = (group: OutcomeGroup): void => {
      if (groups.has(group)) return;
      groups.add(group);
      group.written
        .then(
          (changedEach) => {
            isExact &&= changedEach;
          },
          (error: unknown) => {
            failure ??= error;
          },
        )
        .finally(() => groups.delete(group));
    };

    return {
      accepted(id, batch, providerId = null) {
        tally.add(ACCEPTED);
        follow(providerId === null ? acceptances.add(id, batch) : named.add({ id, providerId }, batch));
      },
      changed(id, batch, change, bounced = null) {
        tally.add(change);
        const operation = {
          updateOne: {
            filter: { _id: id, state: 'pending' as const },
            update: { $set: change.state === 'bounced' ? { ...change, bounced_at: now() } : change },
          },
        };
        follow(changes.add({ operation, bounced }, batch));
      },
      failed: () => failure !== undefined,
      async flush() {
        if (groups.size > 0) {
          acceptances.hasten();
          named.hasten();
          changes.hasten();
          await Promise.allSettled([...groups].map(({ written }) => written));
        }
        if (failure !== undefined) throw failure;
      },
      figures: () => (isExact ? tally.figures() : null),
    };
  }

  return { forSlice, backlog, marked, closed };
}
