/** Items that are written together. */
export interface Group<Answer> {
  /** Resolves to what the write answered. It rejects with the error of the write, unless the group is written again. */
  readonly written: Promise<Answer>;
}

export interface GroupBounds {
  /** A group is written after this many items … */
  readonly most: number;
  /** … or this many milliseconds after its first. */
  readonly ms: number;
  /** Groups are written one at a time: later items are the next group, of so many items at most. */
  readonly atOnce?: number;
  /** One at a time: a group that failed is written again after so many milliseconds, before all others. */
  readonly retryMs?: number;
}

/** `again`: this group failed before, and some of it may be written. */
type GroupWrite<Item, Answer> = (items: readonly Item[], again: boolean) => Promise<Answer>;

class OpenGroup<Item, Answer> implements Group<Answer> {
  readonly items: Item[] = [];
  readonly written: Promise<Answer>;
  resolve!: (answer: Answer) => void;
  reject!: (error: unknown) => void;
  failed = false;
  done = false;

  constructor() {
    this.written = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/** Writes items in groups, by their number or by time. No other timer than this one writes what was collected. */
export class GroupWriter<Item, Answer> {
  readonly #bounds: GroupBounds;
  readonly #write: GroupWrite<Item, Answer>;
  readonly #onFailure: (error: unknown) => void;
  /** The last one is open. */
  readonly #queue: OpenGroup<Item, Answer>[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Where groups are written one at a time: the end of the write under way, with its error. */
  #writing: Promise<unknown> | null = null;
  #closed = false;

  /** `onFailure` gets the error of each write that is repeated. */
  constructor(
    bounds: GroupBounds,
    write: GroupWrite<Item, Answer>,
    onFailure: (error: unknown) => void = () => {},
  ) {
    this.#bounds = bounds;
    this.#write = write;
    this.#onFailure = onFailure;
  }

  /** Items that are in no write. */
  get waiting(): number {
    return this.#queue.reduce((sum, { items }) => sum + items.length, 0);
  }

  add(item: Item): Group<Answer> {
    let group = this.#queue.at(-1);
    if (!group || group.failed || group.items.length === this.#bounds.atOnce) {
      group = new OpenGroup();
      this.#queue.push(group);
    }
    group.items.push(item);
    if (!this.#writing) this.#schedule();
    return group;
  }

  /** Has the open group written in so many milliseconds. */
  hasten(ms: number): void {
    if (this.#queue.length === 0) return;
    this.#rest();
    this.#timer = setTimeout(() => void this.#begin(), ms);
  }

  /** Where groups are written one at a time: writes all that waits by now. Resolves to the error of a write that failed. */
  async flush(): Promise<unknown> {
    const last = this.#queue.at(-1);
    const isWritten = (): boolean => last?.done !== false;
    await this.#writing;
    let failure: unknown;
    while (failure === undefined && !isWritten()) failure = await (this.#writing ?? this.#begin());
    return failure;
  }

  /** Writes what waits, and what its writes add. A group that fails once more stays. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#rest();
    while ((await this.flush()) === undefined && this.#queue.length > 0);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    const [first] = this.#queue;
    if (!first || this.#closed) return;
    const isFull = this.#queue.length > 1 || first.items.length >= this.#bounds.most;
    if (isFull && !first.failed) void this.#begin();
    else this.#timer ??= setTimeout(() => void this.#begin(), this.#bounds.ms);
  }

  #begin(): Promise<unknown> {
    this.#rest();
    const group = this.#queue.shift()!;
    const end = this.#write(group.items, group.failed).then(
      (answer) => {
        group.done = true;
        group.resolve(answer);
        this.#ended();
      },
      (error: unknown) => {
        this.#failed(group, error);
        return error;
      },
    );
    if (this.#bounds.atOnce !== undefined) this.#writing = end;
    return end;
  }

  #ended(): void {
    this.#writing = null;
    this.#schedule();
  }

  #failed(group: OpenGroup<Item, Answer>, error: unknown): void {
    const { retryMs } = this.#bounds;
    if (retryMs === undefined) {
      group.reject(error);
      this.#ended();
      return;
    }
    group.failed = true;
    this.#queue.unshift(group);
    this.#onFailure(error);
    this.#writing = null;
    if (!this.#closed) this.hasten(retryMs);
  }
}
