import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { type Program, usageOf } from './processes.ts';
import type { Stack } from './stack.ts';

/** The measured processes, in the order of {@link Idle.each}. */
export const IDLE_PARTS = ['the API', 'a worker', 'MongoDB', 'Redis'];
/** Milliseconds after the start, and after a send, in which programs finish what they began. */
const SETTLED_MS = 15_000;
const IDLE_MS = 60_000;

export interface Idle {
  /** Milliseconds of CPU a second. */
  readonly each: readonly number[];
  readonly sum: number;
  /** Commands to MongoDB a second. */
  readonly commands: number;
}

/** The CPU of the stores and two programs while they are idle. */
export async function idleOf(
  stack: Stack,
  api: Pick<Program, 'pid'>,
  worker: Pick<Program, 'pid'>,
): Promise<Idle> {
  await pause(SETTLED_MS);
  const used = () => [api, worker, stack.mongod, stack.redis].map(({ pid }) => usageOf(pid).cpu);
  const before = await commandsSoFar();
  // Our own connection would be a part of what is measured.
  await disconnectMongo();
  const [already, began] = [used(), performance.now()];
  await pause(IDLE_MS);
  const seconds = (performance.now() - began) / 1000;
  const each = used().map((cpu, at) => (cpu - already[at]!) / 1000 / seconds);
  await connectMongo(stack.environment['MONGODB_URL']!);
  const commands = ((await commandsSoFar()) - before) / seconds;
  return { each, sum: each.reduce((total, value) => total + value, 0), commands };
}

async function commandsSoFar(): Promise<number> {
  const { network } = await mongoose.connection.db!.admin().command({ serverStatus: 1 });
  return network.numRequests;
}
