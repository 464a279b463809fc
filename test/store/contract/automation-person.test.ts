import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { normalizeAddress } from '../../../common/domain/addresses.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { createSeries, DAY, join, movableClock } from '../../support/automations.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';

const MISSING = { status: 404, body: { status: 'failed', errors: 'Record not found' } };

describe('the way of one person through an automation', () => {
  let engine: Engine;
  let ground: Ground;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('contract-automation-person');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    ground = await engine.ground();
  });
  afterEach(() => setClock());

  const wayOf = (utr: string, email: string, owner = ground.client) =>
    owner.get(`/automations/person?utr=${utr}&email=${encodeURIComponent(email)}`);
  const shown = async (utr: string, email: string) => {
    const { status, body } = await wayOf(utr, email);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.message.person;
  };

  it('shows each email with its outcome, and the time of the next one', async () => {
    const series = await createSeries(ground);
    const one = await series.email({ subject: 'One' });
    const two = await series.email({ subject: 'Two', waiting_type: 'days', waiting_period: 1 });
    await series.live();
    await join(ground, ['Ann@example.com', 'bob@example.com'], engine.worker);
    await engine.settle();
    const before = await shown(series.utr, 'ANN@example.com');
    const { due_at } = await series.enrollment(normalizeAddress('ann@example.com'));
    expect(before).to.include({ email: 'Ann@example.com', state: 'waiting', reason: null, ended_at: null });
    expect(before.emails).to.have.length(2);
    expect(before.emails[0]).to.include({
      id: one.id,
      utr: one.utr,
      subject: 'One',
      is_next: 0,
      due_at: null,
    });
    expect(before.emails[0].delivery).to.include({ email: 'Ann@example.com', state: 'accepted', opens: 0 });
    expect(before.emails[1]).to.include({ id: two.id, subject: 'Two', is_next: 1, delivery: null });
    expect(Date.parse(before.emails[1].due_at.slice(0, 23) + 'Z')).to.equal(due_at!.getTime());
    clock.pass(DAY);
    await engine.settle();
    const after = await shown(series.utr, 'ann@example.com');
    expect(after).to.include({ state: 'done', reason: null });
    expect(after.ended_at).to.be.a('string');
    expect(after.emails[1]).to.deep.include({ is_next: 0, due_at: null });
    expect(after.emails[1].delivery.state).to.equal('accepted');
  });

  it('says why a person left', async () => {
    const series = await createSeries(ground);
    await series.email({ waiting_type: 'days', waiting_period: 1 });
    await series.live();
    await join(ground, ['gone@example.com'], engine.worker);
    await ground.client.post('/global-unsubscribes/save', { email_address: 'gone@example.com' });
    clock.pass(DAY);
    await engine.settle();
    const way = await shown(series.utr, 'gone@example.com');
    expect(way).to.include({ state: 'left', reason: 'unsubscribed' });
    expect(way.emails[0]).to.include({ is_next: 0, due_at: null, delivery: null });
  });

  it('finds the person by the present address of the contact, and by the one at entry', async () => {
    const series = await createSeries(ground);
    await series.live();
    await join(ground, ['before@example.com'], engine.worker);
    await rows(Contact).updateOne(
      { email_norm: 'before@example.com' },
      { $set: { email: 'now@example.com', email_norm: 'now@example.com' } },
    );
    expect(await shown(series.utr, 'now@example.com')).to.include({ email: 'before@example.com' });
    expect(await shown(series.utr, 'before@example.com')).to.include({ email: 'before@example.com' });
  });

  it('answers 404 for a person who never entered, a deleted automation and another account', async () => {
    const series = await createSeries(ground);
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    const other = (await engine.ground()).client;
    expect(await wayOf(series.utr, 'nobody@example.com')).to.deep.include(MISSING);
    expect(await wayOf(series.utr, 'ann@example.com', other)).to.deep.include(MISSING);
    expect(await wayOf('no-such-automation', 'ann@example.com')).to.deep.include(MISSING);
    await ground.client.delete(`/automations/delete?utr=${series.utr}`);
    expect(await wayOf(series.utr, 'ann@example.com')).to.deep.include(MISSING);
  });

  it('refuses a text that is not an address', async () => {
    const series = await createSeries(ground);
    for (const email of [
      '',
      'no address',
      'a@b.example\u0000',
      `${'x'.repeat(100_000)}@example.com`.slice(0, 5000),
    ]) {
      const { status, body } = await wayOf(series.utr, email);
      expect(status, email.slice(0, 30)).to.equal(422);
      expect(body.errors).to.have.property('email');
    }
    const list = await ground.client.get(`/automations/person?utr=${series.utr}&email[]=a@example.com`);
    expect(list.status).to.equal(422);
  });
});
