import { type Group, GroupWriter } from '../../../common/batching/group-writer.ts';
import { markDirty } from '../../../common/changes/figures.ts';
import { untilBack } from './until-back.ts';

/** A group of outcomes for one durable write. It resolves to true if this write changed the row of each. */
export type OutcomeGroup = Group<boolean>;

/** A row to write. Its batch is marked first. */
export interface MarkedRow {
  readonly batch: number;
  readonly userId: number;
}

export interface OutcomeBounds {
  /** A group is written after this many outcomes … */
  readonly mails: number;
  /** … or this many milliseconds after its first. */
  readonly ms: number;
}

/** The most groups whose outcomes may be unwritten in the process; see docs/guarantees.md. */
const GROUPS = 2;
/** Milliseconds that a slice at its end waits for outcomes of other slices, so that one write takes them all. */
const COMPANY_MS = 10;
/** Milliseconds for which a batch's dirty mark is not repeated; see `changes/figures`. */
const MARK_MS = 5000;

/** If the process is killed, these mails may be sent twice. The bound holds for all slices together. */
export function createOutcomeGroups(bounds: OutcomeBounds) {
  let unwritten = 0;
  let waiting: (() => void)[] = [];
  const marked = new Map<number, number>();

  async function mark(rows: readonly MarkedRow[]): Promise<void> {
    const at = performance.now();
    const due = new Map<number, number>();
    for (const { batch, userId } of rows)
      if (at - (marked.get(batch) ?? Number.NEGATIVE_INFINITY) > MARK_MS) due.set(batch, userId);
    if (due.size === 0) return;
    await markDirty(due.values(), due.keys());
    for (const [batch, since] of marked) if (at - since > MARK_MS) marked.delete(batch);
    for (const batch of due.keys()) marked.set(batch, at);
  }

  function settled(count: number): void {
    unwritten -= count;
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }

  /** Batches are marked for counting before the write. `write` returns the number of changed rows. */
  function collect<Item extends MarkedRow>(write: (items: readonly Item[]) => Promise<number>) {
    const marksAndWrites = async (items: readonly Item[]): Promise<boolean> => {
      await mark(items);
      return (await write(items)) === items.length;
    };
    const writer = new GroupWriter<Item, boolean>({ most: bounds.mails, ms: bounds.ms }, (items) =>
      untilBack(() => marksAndWrites(items)).finally(() => settled(items.length)),
    );
    return {
      add(item: Item): OutcomeGroup {
        unwritten += 1;
        return writer.add(item);
      },
      /** Closes the open group soon: a slice waits for it. */
      hasten: (): void => writer.hasten(Math.min(COMPANY_MS, bounds.ms)),
    };
  }

  return {
    collect,
    /** A batch was marked by its lease, at this time of `performance.now()`: its first outcomes need not mark it. */
    marked: (batch: number, at: number): void => void marked.set(batch, at),
    closed: (batch: number): void => void marked.delete(batch),
    /** Null while MongoDB keeps up; otherwise resolves when more mails may be handed over. */
    backlog: (): Promise<void> | null =>
      unwritten >= GROUPS * bounds.mails ? new Promise((resolve) => waiting.push(resolve)) : null,
  };
}
