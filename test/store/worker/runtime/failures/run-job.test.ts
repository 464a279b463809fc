import { expect } from 'chai';
import { createLogger } from '../../../../../common/log.ts';
import { JobFailure } from '../../../../../common/models/job-failures.ts';
import { connectMongo, disconnectMongo } from '../../../../../common/store/connection.ts';
import { countFailure, setMarks } from '../../../../../worker/runtime/failures/count.ts';
import { runJob } from '../../../../../worker/runtime/failures/run-job.ts';
import { type QueryPlan, startProfiler } from '../../../../support/profiler.ts';
import { mongodbUrl } from '../../../../support/services.ts';

const JOB = 'send-notices';

describe('a job after more failures than a worker knows', () => {
  const worker = { log: createLogger('worker', 'silent') } as never;
  const succeed = (userId: number) =>
    runJob({ name: JOB, doing: 'Sending', run: async () => {} }, { userId }, worker);

  before(async () => {
    await connectMongo(await mongodbUrl('run-job'));
    await JobFailure.deleteMany({});
    setMarks([], false);
  });
  after(async () => {
    setMarks([]);
    await disconnectMongo();
  });

  it('deletes nothing when it succeeds and had not failed', async () => {
    const profiler = await startProfiler();
    await succeed(1);
    const plans = await profiler.plans();
    await profiler.stop();
    const asked = ({ collection, operation }: QueryPlan): string => `${collection} ${operation}`;
    expect(plans.map(asked)).to.deep.equal(['job_failures query']);
  });

  it('forgets its failures when it succeeds', async () => {
    await countFailure(JOB, 'account-2', 'no');
    await JobFailure.updateOne({ _id: `${JOB} account-2` }, { $set: { next_at: new Date(0) } });
    await succeed(2);
    expect(await JobFailure.countDocuments({})).to.equal(0);
  });
});
