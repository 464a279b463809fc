import { setMaxListeners } from 'node:events';
import { Turns } from '../fairness/turns.ts';
import type { Logger } from '../log.ts';
import { startChild, type TaskChild, type TaskResult } from './child-process.ts';

export interface PoolSettings {
  /** The children's program, which calls `serveTasks`. */
  readonly file: URL;
  readonly processes: number;
  /** Milliseconds of processor time for a task. */
  readonly cpuMs: number;
  /** Heap of a process in megabytes. */
  readonly memoryMb: number;
  /** Milliseconds after which an idle process ends. */
  readonly idleMs?: number;
}

/** Tasks that one account may run at once: one less than processes, and at least one. */
const ownShare = (processes: number): number => Math.max(1, processes - 1);
/** Waiting tasks: of one account, and of all. */
const LINE = Object.freeze({ each: 8, total: 64 });
/** Milliseconds that a task waits for its turn. */
const PATIENCE_MS = 10_000;
const IDLE_MS = 10_000;
/** On a busy machine, a task may take this many milliseconds for each of processor time, plus the time to start a process. */
const [BUSY, START_MS] = [4, 10_000];

/** No room: for this account, or for all. */
export class PoolFull extends Error {
  readonly whose: 'account' | 'all';
  constructor(whose: 'account' | 'all') {
    super(whose === 'account' ? 'too many designs of this account wait' : 'too many designs wait');
    this.whose = whose;
  }
}

/** During its turn, an account runs its tasks in sequence on one process. */
export type RenderTurn = (task: string, payload: unknown) => Promise<TaskResult>;

/** Processes for slow tasks, shared fairly by the accounts. */
export interface Pool {
  /** Throws {@link PoolFull}. `begun`: continues earlier work, so it goes first and is never refused for lack of room. */
  inTurn<Answer>(
    account: number,
    work: (run: RenderTurn) => Promise<Answer>,
    begun?: boolean,
  ): Promise<Answer>;
  /** Longest time of one task in milliseconds, from the start of its turn. */
  readonly longestMs: number;
  readonly size: number;
  close(): Promise<void>;
}

/** Accounts take turns, each with a limited number of tasks at once. A process starts when it is needed. */
export function createPool(settings: PoolSettings, log: Logger): Pool {
  const { processes, cpuMs } = settings;
  const children = keepChildren(settings);
  const longestMs = cpuMs * BUSY + START_MS;
  const closing = new AbortController();
  // Each waiting task listens to it.
  setMaxListeners(0, closing.signal);
  const turns = new Turns<number>({
    total: processes,
    each: ownShare(processes),
    line: LINE,
    patienceMs: PATIENCE_MS,
    refusal: (whose) => new PoolFull(whose === 'key' ? 'account' : 'all'),
  });

  async function run(task: string, payload: unknown): Promise<TaskResult> {
    const ends = performance.now() + longestMs;
    for (;;) {
      const child = children.take();
      const { used } = child;
      const outcome = await child.run({ task, payload, cpuMs }, ends - performance.now());
      children.giveBack(child);
      // Earlier tasks may have left too little memory.
      if (used && 'failed' in outcome && outcome.failed === 'memory') continue;
      if ('failed' in outcome) {
        const reason = 'error' in outcome ? outcome.error : null;
        log.warn({ task, failure: outcome.failed, reason }, 'design not rendered');
      }
      return outcome;
    }
  }

  return {
    inTurn: (account, work, begun = false) =>
      turns.run(account, () => work(run), { signal: closing.signal, first: begun }),
    longestMs,
    get size() {
      return children.size;
    },
    async close() {
      closing.abort(new PoolFull('all'));
      children.close();
    },
  };
}

/** Processes with a task, and idle ones, which end after a while. */
function keepChildren({ file, memoryMb, idleMs = IDLE_MS }: PoolSettings) {
  const all = new Set<TaskChild>();
  const idle: TaskChild[] = [];
  let closed = false;
  let idleSince: NodeJS.Timeout | undefined;

  return {
    take(): TaskChild {
      for (let child = idle.pop(); child; child = idle.pop()) if (!child.spent) return child;
      const child = startChild(file, memoryMb);
      all.add(child);
      return child;
    },
    giveBack(child: TaskChild): void {
      for (const one of all) if (one.spent) all.delete(one);
      if (closed) child.kill();
      else if (!child.spent) idle.push(child);
      clearTimeout(idleSince);
      idleSince = setTimeout(() => {
        for (const one of idle.splice(0)) {
          one.kill();
          all.delete(one);
        }
      }, idleMs);
      idleSince.unref();
    },
    get size(): number {
      return [...all].filter((child) => !child.spent).length;
    },
    close(): void {
      closed = true;
      clearTimeout(idleSince);
      for (const child of all) child.kill();
    },
  };
}
