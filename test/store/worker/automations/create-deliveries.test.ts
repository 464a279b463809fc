import { expect } from 'chai';
import { setClock } from '../../../../common/clock.ts';
import { Batch } from '../../../../common/models/batches.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { Enrollment } from '../../../../common/models/enrollments.ts';
import { setMoves } from '../../../../worker/automations/batch-moves.ts';
import automationAdvance from '../../../../worker/automations/jobs/automation-advance.ts';
import automationStep from '../../../../worker/automations/jobs/automation-step.ts';
import { createSeries, join, movableClock, type Series } from '../../../support/automations.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { perform } from '../../../support/job-payloads.ts';
import { rows } from '../../../support/rows.ts';

const [ANN, BOB] = ['ann@example.com', 'bob@example.com'] as const;

describe('creating deliveries for contacts whose mail was sent already', () => {
  let engine: Engine;
  let series: Series;
  let one: Awaited<ReturnType<Series['email']>>;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('automation-hand-in');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    engine.rung.length = 0;
    const ground = await engine.ground();
    series = await createSeries(ground);
    one = await series.email({ subject: 'One' });
    await series.email({ subject: 'Two' });
    await series.live();
    await join(ground, [ANN, BOB], engine.worker);
    // Both have got their first mail, and neither has moved on.
    await perform(automationStep, { scheduleId: one.id }, engine.worker);
    engine.rung.splice(0, engine.rung.length, ...engine.rung.filter(({ name }) => name === 'deliver-slice'));
    const held = { ...engine.worker, ring: async () => {} };
    await engine.work(held);
    expect(await rows(Batch).findOne({ mailing: one.mailing })).to.include({ state: 'done', moves: true });
    // A worker died before it recorded Bob's mail in his enrollment, so he is still due.
    await rows(Enrollment).updateOne(
      { automation_id: series.id, email_norm: BOB },
      { $set: { delivery_id: null, due_at: new Date(0) } },
    );
  });
  afterEach(() => setClock());

  const mailsOf = async (address: string): Promise<number> =>
    (await series.ledger()).filter((row) => row.email_norm === address && row.state === 'accepted').length;
  async function expectBoth(): Promise<void> {
    await engine.work();
    for (let round = 0; round < 4; round += 1) await engine.sweepOnce();
    expect([await mailsOf(ANN), await mailsOf(BOB)]).to.deep.equal([2, 2]);
    expect(await series.progress()).to.include({ waiting: 0, done: 2 });
  }

  it('moves them on even if another worker is closing their batch', async () => {
    const worker = {
      ...engine.worker,
      // Ann has moved on, and her batch is not closed yet.
      ring: async () => {
        await perform(automationStep, { scheduleId: one.id }, engine.worker);
      },
    };
    await perform(automationAdvance, { mailing: one.mailing }, worker);
    expect((await series.enrollment(BOB)).schedule_id).to.be.above(one.id);
    await expectBoth();
  });

  it('moves them on after a crash between their enrollments and the batch', async () => {
    await perform(automationAdvance, { mailing: one.mailing }, engine.worker);
    const batch = (await rows(Batch).findOne({ mailing: one.mailing }))!;
    expect(batch.moves).to.equal(undefined);
    await setMoves(batch.user_id, [batch._id], new Date(Date.now() + 30_000));
    // A worker must not close the batch before the enrollment refers to its delivery.
    await perform(automationAdvance, { mailing: one.mailing }, engine.worker);
    const mail = (await rows(Delivery).findOne({ mailing: one.mailing, email_norm: BOB }))!;
    await rows(Enrollment).updateOne(
      { automation_id: series.id, email_norm: BOB },
      { $set: { delivery_id: mail._id, due_at: null } },
    );
    await engine.work();
    expect(await mailsOf(BOB)).to.equal(1);
    clock.pass(31_000);
    await expectBoth();
  });
});
