import { JOBS, type JobName } from '../../common/jobs/catalogue.ts';
import type { WorkerContext } from './context.ts';

/** Milliseconds by the catalogue. */
export function turnMsOf(name: JobName): number {
  const { turn } = JOBS[name];
  if (typeof turn === 'string') throw new Error(`${name} is bounded by ${turn}, not by time`);
  return turn;
}

/** Long work of all accounts waits while a send or a message starts. Null: none does, or others have waited long enough. */
export const startsFirst = ({
  starts,
  messageStarts,
}: Pick<WorkerContext, 'starts' | 'messageStarts'>): Promise<void> | null =>
  starts.wait() ?? messageStarts.wait();

/** Whether the turn of a job is over, by its time or because the worker stops. */
export function beginTurn(name: JobName, { stopping }: Pick<WorkerContext, 'stopping'>): () => boolean {
  const ends = performance.now() + turnMsOf(name);
  return () => stopping.aborted || performance.now() >= ends;
}

/** The parts of a worker that a job with steps needs. */
export type StepWorker = Pick<WorkerContext, 'stopping' | 'starts' | 'messageStarts'>;

/** Repeats a step of a job until it returns false or the turn is over (`more`). Between two steps, it waits for starts. */
export async function stepByStep(
  name: JobName,
  worker: StepWorker,
  step: (isOver: () => boolean) => Promise<boolean>,
): Promise<'more' | undefined> {
  const isOver = beginTurn(name, worker);
  while (!isOver()) {
    if (!(await step(isOver))) return undefined;
    await startsFirst(worker);
  }
  return 'more';
}
