export interface Group<Answer> {
  /** Rejects with the error of the write, unless the group is retried. */
  readonly written: Promise<Answer>;
}

export interface GroupBounds {
  /** A group is written after this many items … */
  readonly most: number;
  /** … or this many milliseconds after its first. */
  readonly ms: number;
  /** When set, groups are written one at a time; later items form the next group, with at most this many. */
  readonly atOnce?: number;
  /** With `atOnce`: a failed group is retried after this many milliseconds, before all others. */
  readonly retryMs?: number;
}

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

/** Writes items in groups, by number or time. It has the only timer that writes collected items. */
export class GroupWriter<Item, Answer> {
  readonly #bounds: GroupBounds;
  readonly #write: GroupWrite<Item, Answer>;
  readonly #onFailure: (error: unknown) => void;
  /** The last one is open. */
  readonly #queue: OpenGroup<Item, Answer>[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** With `atOnce`: the end of the current write, with its error. */
  #writing: Promise<unknown> | null = null;
  #closed = false;

  constructor(
    bounds: GroupBounds,
    write: GroupWrite<Item, Answer>,
    onFailure: (error: unknown) => void = () => {},
  ) {
    this.#bounds = bounds;
    this.#write = write;
    this.#onFailure = onFailure;
  }

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

  hasten(ms: number): void {
    if (this.#queue.length === 0) return;
    this.#rest();
    this.#timer = setTimeout(() => void this.#begin(), ms);
  }

  /** With `atOnce`: writes all waiting items. Resolves to the error of a failed write. */
  async flush(): Promise<unknown> {
    const last = this.#queue.at(-1);
    const isWritten = (): boolean => last?.done !== false;
    await this.#writing;
    let failure: unknown;
    while (failure === undefined && !isWritten()) failure = await (this.#writing ?? this.#begin());
    return failure;
  }

  /** Writes all waiting items, and those that the writes add. A group that fails once more stays. */
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
