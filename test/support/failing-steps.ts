import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import type { JobName, JobPayloads } from '../../common/jobs/catalogue.ts';
import { type Mongod, startMongod } from '../../local/mongod.ts';
import type { Processor, WorkerContext } from '../../worker/context.ts';
import { runJob } from '../../worker/failures/run-job.ts';
import { processors } from '../../worker/processors.ts';

/** Everything that a job asks MongoDB. */
const COMMANDS = [
  'aggregate',
  'commitTransaction',
  'count',
  'delete',
  'distinct',
  'find',
  'findAndModify',
  'getMore',
  'insert',
  'update',
];
/** A code that says neither that the store is away nor that another try may help. */
const CODE = 8000;
const DATABASE = 'failing_steps';
const APP = 'failing-steps';

/** What became of a try: it threw; it went on although a step failed; no step was left to fail. */
export type Try = 'threw' | 'went on' | 'done';

/** A MongoDB of its own, which fails a job's steps on purpose: other tests see nothing of it. */
export interface FailingSteps {
  readonly url: string;
  /** Runs a job of which each question to the store fails, from the one after the first `good` on. */
  run<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    worker: WorkerContext,
    good: number,
  ): Promise<Try>;
  /** Has these commands on a collection fail until it is told otherwise. */
  fail(collection: string, commands: readonly string[]): Promise<void>;
  mend(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFailingSteps(): Promise<FailingSteps> {
  const folder = mkdtempSync(join(tmpdir(), `mailing-test-${process.pid}-`));
  const mongod: Mongod = await startMongod({ folder, cacheGb: 0.25, failCommands: true });
  const client = new mongoose.mongo.MongoClient(mongod.url('admin'));
  const admin = client.db('admin');
  const fail = (mode: 'off' | { skip: number } | 'alwaysOn') =>
    admin.command({
      configureFailPoint: 'failCommand',
      mode,
      ...(mode !== 'off' && { data: { failCommands: COMMANDS, errorCode: CODE, appName: APP } }),
    });
  return {
    url: `${mongod.url(DATABASE)}&appName=${APP}`,
    async run(name, payload, worker, good) {
      let failed = 0;
      const processor: Processor<typeof name> = async (given, context) => {
        // It counts for as long as the server lives.
        const before = Number((await fail(good === 0 ? 'alwaysOn' : { skip: good }))['count']);
        try {
          return await (processors[name] as Processor<typeof name>)(given, context);
        } finally {
          failed = Number((await fail('off'))['count']) - before;
        }
      };
      try {
        await runJob(name, payload, worker, processor);
        return failed > 0 ? 'went on' : 'done';
      } catch (error) {
        if (failed === 0) throw error;
        return 'threw';
      }
    },
    async fail(collection, commands) {
      await admin.command({
        configureFailPoint: 'failCommand',
        mode: 'alwaysOn',
        data: {
          failCommands: [...commands],
          namespace: `${DATABASE}.${collection}`,
          errorCode: CODE,
          appName: APP,
        },
      });
    },
    async mend() {
      await fail('off');
    },
    async stop() {
      await client.close();
      await mongod.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
