import type { Logger } from '../log.ts';
import { startChild, type TaskChild, type TaskOutcome } from './child-process.ts';

export interface PoolSettings {
  /** The program of its processes: it calls `serveTasks`. */
  readonly file: URL;
  /** Processes at once. */
  readonly processes: number;
  /** Milliseconds of computing that a task gets. */
  readonly cpuMs: number;
  /** Megabytes of heap of a process. */
  readonly memoryMb: number;
}

/** Tasks of one account that run at once: one less than there are processes, and one at least. */
const ownShare = (processes: number): number => Math.max(1, processes - 1);
/** Tasks that wait, of one account and of all. */
const WAITING_OF_ACCOUNT = 8;
const WAITING = 64;
/** Milliseconds that a task waits for its turn. */
const PATIENCE_MS = 10_000;
/** A process that has had nothing to do for this long ends. */
const IDLE_MS = 10_000;
/** Milliseconds on the clock for one of computing, and besides for the start of a process: a machine may be busy. */
const [BUSY, START_MS] = [4, 10_000];

/** There is no room: of this account, or of anybody. */
export class PoolFull extends Error {
  constructor(readonly whose: 'account' | 'all') {
    super(whose === 'account' ? 'too many designs of this account wait' : 'too many designs wait');
  }
}

/** What has its turn runs tasks one after the other on one process. */
export type Turn = (task: string, payload: unknown) => Promise<TaskOutcome>;

/** Processes for what may take long, shared fairly by the accounts. */
export interface Pool {
  /**
   * Waits for a turn of this account and does `work` in it. `begun`: it goes on with what had a turn before, and so goes first
   * and finds room. Throws {@link PoolFull}.
   */
  inTurn<Answer>(account: number, work: (run: Turn) => Promise<Answer>, begun?: boolean): Promise<Answer>;
  /** Milliseconds that one task takes at most, from its turn on. */
  readonly longestMs: number;
  /** Processes that there are now. */
  readonly size: number;
  close(): Promise<void>;
}

interface Waiting {
  begin(): void;
  refuse(error: Error): void;
}

/** Accounts have their turns one after the other, each at most so many at once; a process starts when it is needed. */
export function createPool({ file, processes, cpuMs, memoryMb }: PoolSettings, log: Logger): Pool {
  /** In the order of their turns. */
  const queues = new Map<number, Waiting[]>();
  const running = new Map<number, number>();
  const idle: TaskChild[] = [];
  const children = new Set<TaskChild>();
  const longestMs = cpuMs * BUSY + START_MS;
  let waiting = 0;
  let busy = 0;
  let closed = false;
  let idleSince: NodeJS.Timeout | undefined;

  function next(): void {
    for (const [account, queue] of queues) {
      if (busy >= processes) return;
      if ((running.get(account) ?? 0) >= ownShare(processes)) continue;
      const first = queue.shift()!;
      queues.delete(account);
      if (queue.length > 0) queues.set(account, queue); // behind the others
      waiting -= 1;
      busy += 1;
      running.set(account, (running.get(account) ?? 0) + 1);
      first.begin();
    }
  }

  function turnOf(account: number, begun: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(account) ?? [];
      if (!begun && queue.length >= WAITING_OF_ACCOUNT) return reject(new PoolFull('account'));
      if (!begun && waiting >= WAITING) return reject(new PoolFull('all'));
      const impatient = setTimeout(() => {
        queue.splice(queue.indexOf(mine), 1);
        if (queue.length === 0) queues.delete(account);
        waiting -= 1;
        reject(new PoolFull((running.get(account) ?? 0) > 0 ? 'account' : 'all'));
      }, PATIENCE_MS);
      const mine: Waiting = {
        begin() {
          clearTimeout(impatient);
          resolve();
        },
        refuse(error) {
          clearTimeout(impatient);
          reject(error);
        },
      };
      if (begun) queue.unshift(mine);
      else queue.push(mine);
      waiting += 1;
      queues.set(account, queue);
      next();
    });
  }

  function endTurn(account: number): void {
    busy -= 1;
    const left = running.get(account)! - 1;
    if (left === 0) running.delete(account);
    else running.set(account, left);
    next();
  }

  function takeChild(): TaskChild {
    for (let child = idle.pop(); child; child = idle.pop()) if (!child.spent) return child;
    const child = startChild(file, memoryMb);
    children.add(child);
    return child;
  }

  function giveBack(child: TaskChild): void {
    for (const one of children) if (one.spent) children.delete(one);
    if (closed) child.kill();
    else if (!child.spent) idle.push(child);
    clearTimeout(idleSince);
    idleSince = setTimeout(() => {
      for (const one of idle.splice(0)) {
        one.kill();
        children.delete(one);
      }
    }, IDLE_MS);
    idleSince.unref();
  }

  async function run(task: string, payload: unknown): Promise<TaskOutcome> {
    const child = takeChild();
    const outcome = await child.run({ task, payload, cpuMs, memoryMb }, longestMs);
    giveBack(child);
    if ('failed' in outcome) log.warn({ task, ...outcome }, 'a design was not rendered');
    return outcome;
  }

  return {
    async inTurn(account, work, begun = false) {
      if (closed) throw new PoolFull('all');
      await turnOf(account, begun);
      try {
        return await work(run);
      } finally {
        endTurn(account);
      }
    },
    longestMs,
    get size() {
      return [...children].filter((child) => !child.spent).length;
    },
    async close() {
      closed = true;
      clearTimeout(idleSince);
      for (const queue of queues.values()) for (const one of queue) one.refuse(new PoolFull('all'));
      queues.clear();
      waiting = 0;
      for (const child of children) child.kill();
    },
  };
}
