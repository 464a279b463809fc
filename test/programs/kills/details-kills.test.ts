import { once } from 'node:events';
import { expect } from 'chai';
import { markDirty } from '../../../common/changes/figures.ts';
import { refreshDetails } from '../../../common/changes/mail-details.ts';
import { now, setClock } from '../../../common/clock.ts';
import type { Failpoint } from '../../../common/config/failpoints.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { HOUR, movableClock } from '../../support/automations.ts';
import { createSend, type Engine, people, type Subject, startEngine } from '../../support/engine.ts';
import { ofAccount, ofMailing, ofRows, stored } from '../../support/mail-details.ts';
import { startNode } from '../../support/programs.ts';
import { rows } from '../../support/rows.ts';
import { storeEnvironment } from '../../support/store-environment.ts';
import { addContacts } from '../../support/world.ts';

const PROGRAM = 'test/support/details-process.ts';

describe('the counting of details', () => {
  let engine: Engine;
  let clock: ReturnType<typeof movableClock>;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('faults-details-kills');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    // So that the other process, which has the real time, does all of this later.
    clock = movableClock(Date.now() - 2 * HOUR);
    const ground = await engine.ground();
    await addContacts(ground, people(20));
    subject = await createSend(ground);
    await engine.worker.ring('start-single-send', { singleSendId: subject.id, userId: subject.userId });
    await engine.work();
  });
  afterEach(() => setClock());

  async function killedAt(point: Failpoint, what: 'open' | 'count', id: number): Promise<void> {
    const { child } = startNode([PROGRAM, what, String(id)], {
      ...storeEnvironment(engine.api.config),
      FAILPOINTS: `${point}@1`,
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    expect(signal).to.equal('SIGKILL');
  }

  async function compare(): Promise<void> {
    await refreshDetails({ user_id: subject.userId, mailing: subject.mailing });
    const said = await ofRows({ mailing: subject.mailing });
    expect(said.domains).to.include({ 'example.com accepted': 20 });
    expect(await ofMailing(subject.mailing)).to.deep.equal(said);
    expect(await ofAccount(subject.userId)).to.deep.equal(said);
  }

  it('stays right, and counts once more, when a process is killed between mark and change', async () => {
    clock.pass(HOUR);
    await compare();
    expect((await stored(subject.mailing)).marked).to.equal(0);
    clock.pass(HOUR);
    await killedAt('rows-marked', 'open', (await subject.rows())[0]!._id);
    expect((await stored(subject.mailing)).marked).to.equal(1);
    await compare();
    clock.pass(HOUR);
    await compare();
    expect((await stored(subject.mailing)).marked).to.equal(0);
  });

  for (const point of ['details-counted', 'details-stored'] as const) {
    it(`stays right when a process is killed at ${point}`, async () => {
      const [batch] = await subject.batches();
      clock.pass(HOUR);
      await compare();
      clock.pass(HOUR);
      await markDirty(subject.userId, [batch!._id]);
      await rows(Delivery).updateMany(
        { mailing: subject.mailing, email: { $in: people(3) } },
        { $set: { opens: 1, first_opened_at: now() } },
      );
      await killedAt(point, 'count', batch!._id);
      await killedAt(point, 'count', batch!._id);
      const before = await ofMailing(subject.mailing);
      expect(before).to.deep.equal(await ofAccount(subject.userId));
      await compare();
      expect((await stored(subject.mailing)).marked).to.equal(1);
      clock.pass(HOUR);
      await compare();
      expect((await stored(subject.mailing)).marked).to.equal(0);
    });
  }
});
