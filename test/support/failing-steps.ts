import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import type { JobName, JobPayloads } from '../../common/jobs/catalogue.ts';
import { type Mongod, startMongod } from '../../local/mongod.ts';
import type { WorkerContext } from '../../worker/runtime/context.ts';
import { runJob } from '../../worker/runtime/failures/run-job.ts';
import type { Job, Jobs } from '../../worker/runtime/job.ts';

/** All commands that a job sends to MongoDB. */
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
/** An error code that means neither that MongoDB is away nor that another attempt may help. */
const CODE = 8000;
const DATABASE = 'failing_steps';
const APP = 'failing-steps';

/** The result of an attempt: it threw; it continued although a step failed; or there was no step left to fail. */
export type Try = 'threw' | 'continued' | 'done';

/** A separate MongoDB that fails the steps of a job on purpose, without effect on other tests. */
export interface FailingSteps {
  readonly url: string;
  /** Runs a job in which the first `good` commands succeed and all later ones fail. */
  run<Name extends JobName>(
    jobs: Jobs,
    name: Name,
    payload: JobPayloads[Name],
    worker: WorkerContext,
    good: number,
  ): Promise<Try>;
  /** Makes these commands on a collection fail until further notice. */
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
    async run(jobs, name, payload, worker, good) {
      const job: Job<typeof name> = jobs[name];
      let failed = 0;
      const run: typeof job.run = async (given, context) => {
        // The server counts for as long as it lives.
        const before = Number((await fail(good === 0 ? 'alwaysOn' : { skip: good }))['count']);
        try {
          return await job.run(given, context);
        } finally {
          failed = Number((await fail('off'))['count']) - before;
        }
      };
      try {
        await runJob({ ...job, run }, payload, worker);
        return failed > 0 ? 'continued' : 'done';
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
