import { expect } from 'chai';
import { now, setClock } from '../../../../common/clock.ts';
import { Automation } from '../../../../common/models/automations.ts';
import automationWalk from '../../../../worker/automations/jobs/automation-walk.ts';
import { createSeries, join, MINUTE, movableClock } from '../../../support/automations.ts';
import { type Engine, people, startEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { perform } from '../../../support/job-payloads.ts';
import { rows } from '../../../support/rows.ts';
import { automationSteps } from '../../../support/small-steps.ts';
import { addContacts } from '../../../support/world.ts';

/** Members that a step of the walk reads. */
const STEP = 20;
/** More than two steps read. */
const MANY = 2.5 * STEP;

describe('entering an automation', () => {
  automationSteps(STEP);
  let engine: Engine;
  let ground: Ground;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('automation-entry');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    ground = await engine.ground();
    engine.rung.length = 0;
  });
  afterEach(() => setClock());

  const enter = (addresses: string[], joined?: Date) => join(ground, addresses, engine.worker, joined);
  const addresses = async (series: Awaited<ReturnType<typeof createSeries>>): Promise<string[]> =>
    (await series.enrollments()).map((enrollment) => enrollment.email_norm).sort();

  it('admits contacts that join a welcome while it is live, even if the worker notices later', async () => {
    const series = await createSeries(ground);
    await enter(['before@example.com']);
    const before = now();
    clock.pass(MINUTE);
    await series.live();
    const during = now();
    clock.pass(MINUTE);
    await enter(['during@example.com']);
    await series.pause();
    clock.pass(MINUTE);
    await enter(['paused@example.com']);
    await enter(['noticed-late@example.com'], during);
    clock.pass(MINUTE);
    await series.live();
    await enter(['again@example.com']);
    await enter(['too-early@example.com'], before);
    await engine.work();
    expect(await addresses(series)).to.deep.equal([
      'again@example.com',
      'during@example.com',
      'noticed-late@example.com',
    ]);
  });

  it('admits all contacts in the target when a custom one goes live, and those who join later', async () => {
    await addContacts(ground, people(MANY));
    const series = await createSeries(ground, { type: 'custom' });
    await series.live();
    await engine.sweepOnce();
    expect(await series.enrollments()).to.have.length(MANY);
    await enter(['later@example.com']);
    await series.pause();
    clock.pass(MINUTE);
    await addContacts(ground, ['meanwhile@example.com']);
    await series.live();
    await engine.sweepOnce();
    expect(await series.enrollments()).to.have.length(MANY + 2);
    expect((await series.document()).walk).to.equal(null);
  });

  it('continues from its checkpoint, and repeats nothing', async () => {
    await addContacts(ground, people(MANY));
    const series = await createSeries(ground, { type: 'custom' });
    await series.live();
    const { walk } = await series.document();
    const stopping = new AbortController();
    // Stops in the middle, as soon as a contact has entered.
    const worker = engine.another({ stopping: stopping.signal });
    const walking = automationWalk.run({ automationId: series.id, userId: ground.client.user_id }, worker);
    stopping.abort();
    await walking;
    const before = (await series.enrollments()).length;
    expect(before).to.equal(STEP);
    expect((await series.document()).walk!.after).to.be.above(0);
    await rows(Automation).updateOne({ _id: series.id }, { $set: { walk } });
    await Promise.all([1, 2].map(() => perform(automationWalk, { automationId: series.id }, engine.worker)));
    expect(await series.enrollments()).to.have.length(MANY);
  });

  it('happens once for each address, even after deletion and return, in another spelling, or changed', async () => {
    const series = await createSeries(ground);
    await series.email();
    await series.live();
    await enter(['Ann@Example.com', 'bob@example.com']);
    const { client } = ground;
    const list = (await client.get('/contacts/list')).body.message.contacts;
    const idOf = (email: string): number => list.find((one: { email: string }) => one.email === email).id;
    await client.delete(`/contacts/delete?contact_id=${idOf('Ann@Example.com')}`);
    await enter(['ann@example.com']);
    expect(await addresses(series)).to.deep.equal(['ann@example.com', 'bob@example.com']);
    const changed = await client.post('/contacts/update', {
      contact_id: idOf('bob@example.com'),
      contact_type_id: ground.contact_type_id,
      email: 'new-bob@example.com',
      country: 1,
    });
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    await engine.work();
    await engine.sweepOnce();
    expect(engine.mail.to('new-bob@example.com')).to.have.length(1);
    expect(engine.mail.to('bob@example.com')).to.have.length(0);
    expect(await series.progress()).to.deep.include({ entered: 2, done: 1, left: 1 });
  });

  it('starts at once when the first email is sent instantly', async () => {
    const series = await createSeries(ground);
    await series.email();
    await series.live();
    await enter(['quick@example.com']);
    expect(engine.rung.map((job) => job.name)).to.include('automation-step');
    await engine.work();
    expect(engine.mail.to('quick@example.com')).to.have.length(1);
  });

  it('concerns its own account and target only', async () => {
    const series = await createSeries(ground);
    await series.live();
    const other = await engine.ground();
    await join(other, ['other@example.com'], engine.worker);
    await join({ ...ground, client: other.client }, ['foreign@example.com'], engine.worker);
    expect(await series.enrollments()).to.have.length(0);
  });
});
