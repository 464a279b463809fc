import { expect } from 'chai';
import { registry } from '../../../common/metrics/registry.ts';
import { JobFailure } from '../../../common/models/job-failures.ts';
import { people } from '../../support/engine.ts';
import { aSend, layGround } from '../../support/factories.ts';
import { type FailingSteps, startFailingSteps } from '../../support/failing-steps.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, detailsOf, startWorld, type World } from '../../support/world.ts';
import '../../../worker/runtime/metrics/shared-gauges.ts';

describe('a send that fails repeatedly', () => {
  let steps: FailingSteps;
  let world: World;

  before(async () => {
    steps = await startFailingSteps();
    world = await startWorld('journey-failing-send', { MONGODB_URL: steps.url });
  });
  after(async () => {
    await steps.mend();
    await world.stop();
    await steps.stop();
  });

  it('waits after three attempts, reaches the operator, and continues when it is resumed', async () => {
    const client = await world.api.account();
    const ground = await layGround(client);
    await addContacts(ground, people(3));
    // Earlier tests of this process may have failed jobs.
    const counted = async (): Promise<number> => {
      const told = await registry.getSingleMetricAsString('mailing_job_failures_total');
      return Number(/\{job="start-single-send"\} (\d+)/.exec(told)?.[1] ?? 0);
    };
    const failedBefore = await counted();
    await steps.fail('mailings', ['insert']);
    const { utr } = (await client.post('/single/send/create', aSend(ground))).body.message;
    const held = await until(async () => {
      const details = await detailsOf(client, utr);
      return details.hold_reason === 'failed' ? details : null;
    }, 'the send to be held');
    expect(held.hold_detail).to.equal(
      'Starting the send failed 3 times: the database refused a step (code 8000)',
    );
    const failures = () => JobFailure.find({ subject: `send-${held.id}` }).toArray();
    const [before] = await until(async () => {
      const found = await failures();
      return found[0]?.given_up_at ? found : null;
    });
    expect(await registry.getSingleMetricAsString('mailing_jobs_given_up')).to.include(
      'mailing_jobs_given_up{job="start-single-send"} 1',
    );
    // The sweep may start the job while a ring runs it. Both fail: one try, but two failures in this count.
    expect((await counted()) - failedBefore).to.be.within(3, 6);
    // One or two sweeps later it has not been tried again, even after a ring.
    await world.api.ring(
      'start-single-send',
      { singleSendId: held.id, userId: client.user_id },
      { fold: false },
    );
    const { tries } = before!;
    const swept = performance.now() + 3000;
    await until(() => performance.now() > swept);
    expect((await failures())[0]!.tries).to.equal(tries);

    await steps.mend();
    expect((await client.post(`/single-send/resume?utr=${utr}`)).status).to.equal(200);
    expect(await completed(client, utr, 60_000)).to.deep.include({
      delivered: 3,
      triggered: 3,
      bounces: 0,
      hold_reason: null,
      hold_detail: null,
    });
    expect(await failures()).to.deep.equal([]);
  });
});
