import { markDirty } from '../../common/queries/figures.ts';
import { untilBack } from './until-back.ts';

/** Outcomes that are written together. */
export interface OutcomeGroup {
  /** Resolves once they are stored for good; rejects with what the store said against them. */
  readonly written: Promise<void>;
}

export interface Bounds {
  /** A group is written after this many outcomes … */
  readonly mails: number;
  /** … or this many milliseconds after its first. */
  readonly ms: number;
}

/** So many groups' outcomes may be unwritten in the process; see docs/guarantees.md. */
const GROUPS = 2;
/** Milliseconds that whoever wants its outcomes written now leaves for those of others: they end in one write. */
const COMPANY_MS = 10;
/** A mark of a batch as dirty is good for this long; see `queries/figures`. */
const MARK_MS = 5000;

/** What this process has and the store has not: what a kill may double, however many slices there are. */
export function createOutcomeGroups(bounds: Bounds) {
  let unwritten = 0;
  let waiting: (() => void)[] = [];
  const marked = new Map<number, number>();

  async function mark(batches: ReadonlySet<number>): Promise<void> {
    const at = performance.now();
    const due = [...batches].filter(
      (batch) => at - (marked.get(batch) ?? Number.NEGATIVE_INFINITY) > MARK_MS,
    );
    if (due.length === 0) return;
    await markDirty(due);
    for (const [batch, since] of marked) if (at - since > MARK_MS) marked.delete(batch);
    for (const batch of due) marked.set(batch, at);
  }

  function settled(count: number): void {
    unwritten -= count;
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }

  /** Groups of one kind of outcomes. The batches that they belong to are marked for counting before they are written. */
  function collect<Item>(write: (items: readonly Item[]) => Promise<unknown>) {
    interface Open extends OutcomeGroup {
      readonly items: Item[];
      readonly batches: Set<number>;
      readonly begin: () => void;
    }
    let group: Open | null = null;
    let timer: NodeJS.Timeout | undefined;

    function open(): Open {
      let begin!: () => void;
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const items: Item[] = [];
      const batches = new Set<number>();
      const marksAndWrites = async (): Promise<void> => {
        await mark(batches);
        await write(items);
      };
      const written = begun.then(() => untilBack(marksAndWrites)).finally(() => settled(items.length));
      timer = setTimeout(close, bounds.ms);
      return { items, batches, begin, written };
    }

    function close(): void {
      clearTimeout(timer);
      group?.begin();
      group = null;
    }

    return {
      /** Takes an outcome of a row of this batch; answers the group that it is written with. */
      add(item: Item, batch: number): OutcomeGroup {
        group ??= open();
        const added = group;
        added.items.push(item);
        added.batches.add(batch);
        unwritten += 1;
        if (added.items.length >= bounds.mails) close();
        return added;
      },
      /** Somebody waits for the group that is open, if any. */
      hasten(): void {
        if (!group) return;
        clearTimeout(timer);
        timer = setTimeout(close, Math.min(COMPANY_MS, bounds.ms));
      },
    };
  }

  return {
    collect,
    /** Null while the store keeps up; else what to wait for before more is handed over. */
    backlog: (): Promise<void> | null =>
      unwritten >= GROUPS * bounds.mails ? new Promise((resolve) => waiting.push(resolve)) : null,
  };
}
