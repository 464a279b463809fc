import type { Logger } from '../log.ts';
import { startChild, type TaskChild, type TaskResult } from './child-process.ts';

export interface PoolSettings {
  /** The program of the child processes. It calls `serveTasks`. */
  readonly file: URL;
  /** Number of processes at once. */
  readonly processes: number;
  /** Milliseconds of processor time for a task. */
  readonly cpuMs: number;
  /** Heap of a process in megabytes. */
  readonly memoryMb: number;
  /** Milliseconds after which an idle process ends. */
  readonly idleMs?: number;
}

/** Tasks that one account may run at once: one less than there are processes, and at least one. */
const ownShare = (processes: number): number => Math.max(1, processes - 1);
/** Tasks that may wait: of one account, and of all. */
const WAITING_OF_ACCOUNT = 8;
const WAITING = 64;
/** Milliseconds that a task waits for its turn. */
const PATIENCE_MS = 10_000;
/** A process that was idle for this long ends. */
const IDLE_MS = 10_000;
/**
 * A busy machine takes longer: a task may take this many milliseconds for each one of processor time, and in addition the
 * time to start a process.
 */
const [BUSY, START_MS] = [4, 10_000];

/** There is no room: for this account, or for all. */
export class PoolFull extends Error {
  readonly whose: 'account' | 'all';
  constructor(whose: 'account' | 'all') {
    super(whose === 'account' ? 'too many designs of this account wait' : 'too many designs wait');
    this.whose = whose;
  }
}

/** During its turn, an account runs tasks one after the other on one process. */
export type Turn = (task: string, payload: unknown) => Promise<TaskResult>;

/** Processes for slow tasks, shared fairly by the accounts. */
export interface Pool {
  /**
   * Waits for a turn of this account and does `work` in it. `begun`: it continues work that had a turn before, so it goes
   * first and is never refused for lack of room. Throws {@link PoolFull}.
   */
  inTurn<Answer>(account: number, work: (run: Turn) => Promise<Answer>, begun?: boolean): Promise<Answer>;
  /** Milliseconds that one task takes at most, from the start of its turn. */
  readonly longestMs: number;
  /** Number of processes now. */
  readonly size: number;
  close(): Promise<void>;
}

interface Waiting {
  begin(): void;
  refuse(error: Error): void;
}

/** Accounts take turns, each with a limited number of tasks at once. A process starts when it is needed. */
export function createPool(
  { file, processes, cpuMs, memoryMb, idleMs = IDLE_MS }: PoolSettings,
  log: Logger,
): Pool {
  /** Accounts in the order of their turns. */
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
    }, idleMs);
    idleSince.unref();
  }

  async function run(task: string, payload: unknown): Promise<TaskResult> {
    const ends = performance.now() + longestMs;
    for (;;) {
      const child = takeChild();
      const { used } = child;
      const outcome = await child.run({ task, payload, cpuMs, memoryMb }, ends - performance.now());
      giveBack(child);
      // Earlier tasks may have left too little of it.
      if (used && 'failed' in outcome && outcome.failed === 'memory') continue;
      if ('failed' in outcome) log.warn({ task, ...outcome }, 'a design was not rendered');
      return outcome;
    }
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
