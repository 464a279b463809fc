import { expect } from 'chai';
import { countReplies } from '../../../../common/changes/reply-counts.ts';
import { setClock } from '../../../../common/clock.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { EnrollmentCount } from '../../../../common/models/enrollment-counts.ts';
import { Sender } from '../../../../common/models/senders.ts';
import automationAdvance from '../../../../worker/automations/jobs/automation-advance.ts';
import automationStep from '../../../../worker/automations/jobs/automation-step.ts';
import { createSeries, DAY, HOUR, join, MINUTE, movableClock } from '../../../support/automations.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { perform } from '../../../support/job-payloads.ts';
import { rows } from '../../../support/rows.ts';
import { automationSlices, deliveryBatches } from '../../../support/small-steps.ts';

/** Enrollments that a step reads. */
const SLICE = 20;

describe('the series of an automation', () => {
  automationSlices(SLICE);
  deliveryBatches(SLICE / 2);
  let engine: Engine;
  let ground: Ground;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('automation-series');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    ground = await engine.ground();
    // Enough is known of its servers: an address that is gone is suppressed at once.
    await countReplies(ground.client.user_id, { replies: 100, gone: 0, domains: new Map() });
    engine.rung.length = 0;
    engine.mail.mails.length = 0;
    engine.mail.answer(() => null);
  });
  afterEach(() => setClock());

  const subjects = async (address: string): Promise<(string | undefined)[]> => {
    const mails = engine.mail.to(address).map((mail) => engine.mail.read(mail));
    return (await Promise.all(mails)).map((mail) => mail.subject);
  };
  /** Mails of the automation, without the service's own. */
  const sent = () => engine.mail.mails.filter((mail) => mail.from === 'ada@sender.example');
  const setVerified = (is_verified: 0 | 1) =>
    rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified } });

  it('sends its emails to contacts that join, each after its wait from the one before, until the end', async () => {
    const series = await createSeries(ground);
    await series.email({ subject: 'One' });
    await series.email({ subject: 'Two', waiting_type: 'hours', waiting_period: 2 });
    await series.email({ subject: 'Three', waiting_type: 'days', waiting_period: 1 });
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One']);
    clock.pass(2 * HOUR - MINUTE);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One']);
    clock.pass(MINUTE);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One', 'Two']);
    clock.pass(DAY - MINUTE);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One', 'Two']);
    clock.pass(MINUTE);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One', 'Two', 'Three']);
    expect(await series.progress()).to.deep.include({ entered: 1, waiting: 0, done: 1, left: 0 });
    clock.pass(10 * DAY);
    await engine.settle();
    expect(engine.mail.to('ann@example.com')).to.have.length(3);
  });

  it('sends each email once, however often and wherever each step runs', async () => {
    const series = await createSeries(ground);
    const one = await series.email();
    const two = await series.email({ subject: 'Two' });
    await series.live();
    // More than one slice of a step has.
    const size = SLICE + 1;
    const addresses = Array.from({ length: size }, (_, at) => `p${at}@example.com`);
    await join(ground, addresses, engine.worker);
    engine.rung.length = 0;
    const step = () => perform(automationStep, { scheduleId: one.id }, engine.worker);
    await Promise.all([step(), step(), step()]);
    await step();
    expect(await series.ledger()).to.have.length(size);
    await engine.work();
    const advance = () => perform(automationAdvance, { mailing: one.mailing }, engine.worker);
    await Promise.all([advance(), advance()]);
    await engine.settle();
    const ledger = await series.ledger();
    expect(ledger).to.have.length(2 * size);
    expect(new Set(ledger.map((row) => row.state))).to.deep.equal(new Set(['accepted']));
    expect(sent()).to.have.length(2 * size);
    expect((await series.progress()).done).to.equal(size);
    expect(ledger.filter((row) => row.mailing === two.mailing)).to.have.length(size);
  });

  it('waits until the previous email has its final outcome', async () => {
    const series = await createSeries(ground);
    await series.email({ subject: 'One' });
    await series.email({ subject: 'Two' });
    await series.live();
    engine.mail.answer(() => ({ code: 451, text: '4.2.1 later' }));
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    expect(await series.ledger()).to.have.length(1);
    engine.mail.answer(() => null);
    clock.pass(30 * MINUTE);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One', 'Two']);
  });

  it('stops while paused, and then continues in order, one email at a time', async () => {
    const series = await createSeries(ground);
    await series.email({ subject: 'One' });
    await series.email({ subject: 'Two', waiting_type: 'days', waiting_period: 1 });
    await series.email({ subject: 'Three', waiting_type: 'hours', waiting_period: 1 });
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    await series.pause();
    clock.pass(10 * DAY);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One']);
    await series.live();
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One', 'Two']);
    clock.pass(HOUR);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One', 'Two', 'Three']);
  });

  it('holds emails that are written but not handed over when a pause comes', async () => {
    const series = await createSeries(ground);
    const { id } = await series.email();
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    engine.rung.length = 0;
    await perform(automationStep, { scheduleId: id }, engine.worker);
    await series.pause();
    await engine.settle();
    expect(sent()).to.have.length(0);
    await series.live();
    await engine.settle();
    expect(sent()).to.have.length(1);
  });

  it('holds its emails for a sender that is not verified, and the automation shows it', async () => {
    const series = await createSeries(ground);
    await series.email();
    await series.live();
    await setVerified(0);
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    expect(sent()).to.have.length(0);
    expect((await series.progress()).emails[0]).to.deep.include({
      hold_reason: 'sender_unverified',
      waiting: 1,
    });
    await setVerified(1);
    await engine.settle();
    expect(sent()).to.have.length(1);
  });

  it('holds its emails for a sender whose address no server accepts, including those already written', async () => {
    const series = await createSeries(ground);
    const { id } = await series.email();
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    engine.rung.length = 0;
    await perform(automationStep, { scheduleId: id }, engine.worker);
    await join(ground, ['bob@example.com'], engine.worker);
    const set = (from_email: string) =>
      rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { from_email, updated_at: new Date() } });
    await set('jörg@shop.example');
    await engine.settle();
    await engine.settle();
    expect(sent()).to.have.length(0);
    expect((await series.progress()).emails[0]).to.deep.include({ hold_reason: 'sender_address' });
    await set('ada@sender.example');
    await engine.settle();
    await engine.settle();
    expect(sent()).to.have.length(2);
  });

  it('holds emails without content until they have some', async () => {
    const series = await createSeries(ground);
    const { utr } = await series.email({ template_html: '' });
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    expect(sent()).to.have.length(0);
    expect((await series.progress()).emails[0]).to.deep.include({ hold_reason: 'template_empty' });
    const answer = await ground.client.post('/automations/schedule/update', {
      utr,
      sender_id: ground.sender_id,
      subject: 'Hello',
      waiting_type: 'instantly',
      waiting_period: 1,
      template_id: 1,
      preview_img: 'welcome.png',
      template_html: '<p>There it is</p>',
    });
    expect(answer.status).to.equal(200);
    await engine.settle();
    expect(sent()).to.have.length(1);
  });

  it('ends when the automation is deleted, including emails that are written but not handed over', async () => {
    const series = await createSeries(ground);
    const { id } = await series.email();
    await series.email({ waiting_type: 'days' });
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    expect(sent()).to.have.length(1);
    await join(ground, ['bob@example.com'], engine.worker);
    engine.rung.length = 0;
    await perform(automationStep, { scheduleId: id }, engine.worker);
    await ground.client.delete(`/automations/delete?utr=${series.utr}`);
    await engine.settle();
    clock.pass(10 * DAY);
    await engine.settle();
    expect(sent()).to.have.length(1);
    expect(await series.enrollments()).to.deep.equal([]);
    expect(await series.document()).to.deep.include({ replan_at: null, tallies: [], tallies_dirty_at: null });
    expect(await series.document()).not.to.have.property('removing_since');
    expect(await EnrollmentCount.countDocuments({ automation_id: series.id })).to.equal(0);
    // The mails that went out stay in the ledger, and count.
    expect((await series.ledger()).filter(({ state }) => state === 'accepted')).to.have.length(1);
    const { statistics } = (await ground.client.get('/statistics')).body.message;
    const accepted = statistics.map((day: { accepted: number }) => day.accepted);
    expect(accepted.reduce((sum: number, count: number) => sum + count, 0)).to.equal(1);
  });

  it('keeps the former address of a contact for her export when the automation is deleted', async () => {
    const series = await createSeries(ground);
    await series.email({ waiting_type: 'days' });
    await series.live();
    await join(ground, ['old@example.com', 'ann@example.com'], engine.worker);
    const contact = (await Contact.of(ground.client.user_id).findOne({ email_norm: 'old@example.com' }))!;
    const moved = {
      contact_id: contact._id,
      contact_type_id: ground.contact_type_id,
      country: 14,
      email: 'new@example.com',
    };
    expect((await ground.client.post('/contacts/update', moved)).status).to.equal(200);
    await ground.client.delete(`/automations/delete?utr=${series.utr}`);
    await engine.settle();
    clock.pass(10 * DAY);
    await engine.settle();
    const left = await series.enrollments();
    expect(left.map(({ email_norm, state, reason }) => [email_norm, state, reason])).to.deep.equal([
      ['old@example.com', 'left', 'automation_deleted'],
    ]);
    expect(await series.document()).not.to.have.property('removing_since');
    const { body } = await ground.client.get('/contacts/export?email=new@example.com');
    expect(body.message.person.other_addresses).to.deep.equal(['old@example.com']);
  });

  it('shows figures that agree with the ledger', async () => {
    const series = await createSeries(ground);
    await series.email();
    await series.email();
    await series.live();
    engine.mail.answer((recipient) =>
      recipient === 'gone@example.com' ? { code: 550, text: '5.1.1 no such user' } : null,
    );
    await join(ground, ['ann@example.com', 'bob@example.com', 'gone@example.com'], engine.worker);
    await engine.settle();
    const figures = {
      total_triggered: 5,
      total_delivered: 4,
      total_bounces: 1,
      total_unique_opens: 0,
      total_opens: 0,
      total_unsubscribe: 0,
    };
    const { client } = ground;
    const details = await client.get(`/automations/details?utr=${series.utr}`);
    expect(details.body.message.automation).to.deep.include(figures);
    expect((await client.get('/automations')).body.message.automations[0]).to.deep.include(figures);
    const progress = await series.progress();
    expect(progress.emails).to.have.length(2);
    expect(progress.emails[0]).to.deep.include({ triggered: 3, delivered: 2, bounces: 1 });
    expect(progress.emails[1]).to.deep.include({ triggered: 2, delivered: 2, bounces: 0 });
    expect(progress).to.deep.include({ entered: 3, waiting: 0, done: 2, left: 1 });
    expect(progress.left_reasons).to.deep.include({ bounced: 1 });
  });
});
