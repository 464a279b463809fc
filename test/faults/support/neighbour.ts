import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../../bench/support/ask.ts';
import type { Arena } from './arena.ts';
import {
  LANES,
  NEWCOMERS,
  type NeighbourTasks,
  PATIENCE_MS,
  TASKS,
  type Task,
  type TaskTimes,
} from './neighbour-tasks.ts';
import { startTraffic } from './traffic.ts';

/** The measures of a working account. Times are in milliseconds. */
export interface Neighbour {
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: readonly string[];
  /** The slowest answers of health checks, by program. */
  readonly health: Readonly<Record<WatchedProgram, number>>;
  readonly times: TaskTimes;
  /** Recipients of its sends. */
  readonly recipients: number;
  /** Of these, recipients who got no mail. */
  readonly lost: number;
}

export const PROGRAMS = ['API', 'worker', 'receiver'] as const;
export type WatchedProgram = (typeof PROGRAMS)[number];

/** The call of a health check: the receiver's is an event of a provider. */
export type HealthCheck = readonly [url: string, init?: RequestInit];

/** Its parts that every measurement uses. */
export interface WorkingAccount {
  readonly arena: Arena;
  readonly tasks: NeighbourTasks;
  readonly checks: Readonly<Record<WatchedProgram, HealthCheck>>;
}

const CALLS_A_SECOND = 20;
const HEALTH_MS = 100;
/** Milliseconds after a task that failed. */
const PAUSE_MS = 1000;

/** Makes a call repeatedly; returns the longest time, and adds failures to `errors`. */
function watchHealth(
  program: WatchedProgram,
  [url, init]: HealthCheck,
  errors: string[],
): { stop(): Promise<number> } {
  const over = new AbortController();
  let slowest = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const asked = performance.now();
      // A call without an answer in time counts with the time waited for it.
      try {
        const answer = await ask(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
        await answer.arrayBuffer();
        if (!answer.ok) errors.push(`the ${program}'s health: ${answer.status}`);
      } catch (error) {
        errors.push(`the ${program}'s health: ${(error as Error).message}`);
      }
      slowest = Math.max(slowest, performance.now() - asked);
      await delay(HEALTH_MS);
    }
  })();
  return {
    async stop() {
      over.abort();
      await watching;
      return Math.round(slowest);
    },
  };
}

/** Works like an account, for so many milliseconds and at least once through all tasks: calls, tasks, and health checks. */
export async function work({ arena, tasks, checks }: WorkingAccount, ms: number): Promise<Neighbour> {
  const late: string[] = [];
  const health = PROGRAMS.map((program) => [program, watchHealth(program, checks[program], late)] as const);
  // New contacts are not in the audience, so each send has the same size.
  const traffic = startTraffic(arena.stack, CALLS_A_SECOND, arena.random, NEWCOMERS);
  const began = performance.now();
  const { recipients, lost } = tasks;
  const times = Object.fromEntries(Object.keys(TASKS).map((task) => [task, []])) as unknown as Record<
    Task,
    number[]
  >;
  const workLane = async (lane: readonly Task[]): Promise<void> => {
    do {
      for (const task of lane) {
        if (times[task].length > 0 && performance.now() - began >= ms) return;
        try {
          times[task].push(await tasks.run[task]());
        } catch (error) {
          late.push(`${task}: ${(error as Error).message}`);
          await delay(PAUSE_MS);
        }
      }
    } while (performance.now() - began < ms);
  };
  await Promise.all(LANES.map((lane) => workLane(Object.keys(lane) as Task[])));
  const { calls, p50, p99, errors } = await traffic.stop();
  const slowest = await Promise.all(
    health.map(async ([program, watched]) => [program, await watched.stop()]),
  );
  return {
    calls,
    p50,
    p99,
    errors: [...late, ...errors],
    health: Object.fromEntries(slowest),
    times,
    recipients: tasks.recipients - recipients,
    lost: tasks.lost - lost,
  };
}
