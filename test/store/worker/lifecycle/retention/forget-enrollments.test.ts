import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import { normalizeAddress } from '../../../../../common/domain/addresses.ts';
import { erasedAddress } from '../../../../../common/domain/erased-addresses.ts';
import { Automation } from '../../../../../common/models/automations.ts';
import { Contact } from '../../../../../common/models/contacts.ts';
import { Enrollment } from '../../../../../common/models/enrollments.ts';
import { erasureKey } from '../../../../../common/secrets/erasure-key.ts';
import { applyRetention } from '../../../../../worker/lifecycle/retention/apply.ts';
import { forgetEnrollments } from '../../../../../worker/lifecycle/retention/forget-enrollments.ts';
import {
  createSeries,
  DAY,
  enter,
  join,
  movableClock,
  type Series,
} from '../../../../support/automations.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';

const [ANN, BOB, CAT, DAN] = [
  'ann@example.com',
  'bob@example.com',
  'cat@example.com',
  'dan@example.com',
] as const;

describe('the retention of ended enrollments', () => {
  let engine: Engine;
  let ground: Ground;
  let series: Series;
  let clock: ReturnType<typeof movableClock>;

  const nameOf = async (address: string): Promise<string> =>
    erasedAddress((await erasureKey()).hashOf(ground.client.user_id, normalizeAddress(address)));
  const names = async (): Promise<string[]> => (await series.enrollments()).map(({ email }) => email);
  const mailsTo = (address: string): number => engine.mail.mails.filter(({ to }) => to === address).length;
  const contactOf = async (email: string) =>
    (await rows(Contact).findOne({ contact_type_id: ground.contact_type_id, email, deleted_at: null }))!;
  const exported = async (email: string) =>
    (await ground.client.get(`/contacts/export?email=${email}`)).body.message.person.automations;

  before(async () => {
    engine = await startEngine('forget-enrollments');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    engine.rung.length = 0;
    engine.mail.mails.length = 0;
    ground = await engine.ground();
    series = await createSeries(ground);
    await series.email();
    await series.live();
    await join(ground, [ANN, BOB], engine.worker);
    await engine.settle();
    await ground.client.delete(`/contacts/delete?contact_id=${(await contactOf(ANN))._id}`);
    expect(await series.progress()).to.include({ entered: 2, done: 2 });
  });
  afterEach(() => setClock());

  it('keeps addresses for RETENTION_DAYS, and forever when so configured', async () => {
    clock.pass(399 * DAY);
    await applyRetention(engine.worker);
    clock.pass(4000 * DAY);
    await applyRetention(engine.another({}, { retentionDays: 0 }));
    expect(await names()).to.deep.equal([ANN, BOB]);
  });

  it('replaces addresses by a hash from then on, in one run or two, and keeps those under way', async () => {
    await series.email({ waiting_type: 'days', waiting_period: 3000 });
    await join(ground, [CAT], engine.worker);
    await engine.settle();
    const before = await series.progress();
    expect(before).to.include({ entered: 3, waiting: 1, done: 2 });
    clock.pass(401 * DAY);
    await Promise.all([applyRetention(engine.worker), applyRetention(engine.worker)]);
    await applyRetention(engine.worker);
    expect(await names()).to.deep.equal([await nameOf(ANN), await nameOf(BOB), CAT]);
    expect(await series.progress()).to.deep.equal(before);
    const kept = JSON.stringify(await series.enrollments());
    expect(kept).not.to.include('ended_at');
    for (const address of [ANN, BOB]) expect(kept).not.to.include(address);
  });

  it('finds an address that comes back by its hash: it goes through no second time, and another one does', async () => {
    clock.pass(401 * DAY);
    await applyRetention(engine.worker);
    await join(ground, [ANN, CAT], engine.worker);
    await engine.settle();
    expect(await series.progress()).to.include({ entered: 3, done: 3 });
    expect([mailsTo(ANN), mailsTo(CAT)]).to.deep.equal([1, 1]);
  });

  it('finds addresses that enter at the same moment', async () => {
    clock.pass(401 * DAY);
    const before = new Date(Date.now() + clock.offset() - 400 * DAY);
    await join(ground, [ANN], { ...engine.worker, ring: async () => {} });
    const forgetting = forgetEnrollments(before, () => false);
    for (let round = 0; round < 10; round += 1) await enter(ground, [ANN], engine.worker);
    await forgetting;
    await enter(ground, [ANN], engine.worker);
    await engine.settle();
    expect(await names()).to.deep.equal([await nameOf(ANN), await nameOf(BOB)]);
    expect(mailsTo(ANN)).to.equal(1);
  });

  it('finds an address that a contact takes while it is under way', async () => {
    await series.email({ waiting_type: 'days', waiting_period: 500 });
    await join(ground, [CAT], engine.worker);
    await engine.settle();
    clock.pass(401 * DAY);
    await applyRetention(engine.worker);
    const { _id } = await contactOf(CAT);
    const { status, body } = await ground.client.post('/contacts/update', {
      contact_id: _id,
      contact_type_id: ground.contact_type_id,
      email: ANN,
      country: 1,
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    clock.pass(100 * DAY);
    await engine.settle();
    expect(await series.enrollment(CAT)).to.include({ state: 'left', reason: 'address_taken' });
    expect([mailsTo(ANN), mailsTo(CAT)]).to.deep.equal([1, 1]);
  });

  it('keeps an enrollment and an erased one of the same address', async () => {
    const [first] = await series.enrollments();
    const erased = await nameOf(ANN);
    await rows(Enrollment).insertOne({
      ...first!,
      _id: first!._id + 1_000_000,
      contact_id: null,
      email: erased,
      email_norm: erased,
    });
    clock.pass(401 * DAY);
    await applyRetention(engine.worker);
    const [of, bob, other] = await names();
    expect(of).to.equal(erased.replace('@', `-${first!._id}@`));
    expect([bob, other]).to.deep.equal([await nameOf(BOB), erased]);
    expect(
      await rows(Enrollment).countDocuments({ automation_id: series.id, ended_at: { $exists: true } }),
    ).to.equal(0);
  });

  it('keeps enrollments in the account and in its export until the address is erased', async () => {
    clock.pass(401 * DAY);
    await applyRetention(engine.worker);
    expect((await exported(ANN)).map(({ state }: { state: string }) => state)).to.deep.equal(['done']);
    const { body } = await ground.client.get(`/contacts/export?email=${BOB}`);
    expect(body.message.person).to.deep.include({ other_addresses: [] });
    expect((await ground.client.post('/contacts/erase', { email: ANN })).status).to.equal(200);
    await engine.settle();
    expect(await exported(ANN)).to.deep.equal([]);
    expect(await names()).to.deep.equal([await nameOf(ANN), await nameOf(BOB)]);
  });

  it('leaves addresses as they are when the worker is asked to stop', async () => {
    clock.pass(401 * DAY);
    expect(await forgetEnrollments(new Date(Date.now() + clock.offset()), () => true)).to.equal(0);
    expect(await names()).to.deep.equal([ANN, BOB]);
    expect(await rows(Automation).findOne({ _id: series.id, forgets: true })).to.equal(null);
  });

  it('replaces the addresses of contacts that have left, too', async () => {
    await join(ground, [DAN], engine.worker);
    await ground.client.delete(`/contacts/delete?contact_id=${(await contactOf(DAN))._id}`);
    await engine.settle();
    expect(await series.enrollment(DAN)).to.include({ state: 'left', reason: 'deleted' });
    clock.pass(401 * DAY);
    await applyRetention(engine.worker);
    expect(await names()).to.include(await nameOf(DAN));
  });
});
