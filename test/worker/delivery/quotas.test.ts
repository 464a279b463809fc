import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Notice } from '../../../common/models/notices.ts';
import { Sender } from '../../../common/models/senders.ts';
import { rows } from '../../../common/mongo.ts';
import { mailsToday, returnMailPlaces, takeMailPlaces } from '../../../common/quotas/mails.ts';
import { resumeSending, stopSending } from '../../../common/quotas/sending.ts';
import { deliverNext } from '../../../worker/delivery/deliver-next.ts';
import { standstillOf } from '../../../worker/delivery/standstill.ts';
import { mailVerification } from '../../../worker/jobs/mail-verification.ts';
import { sendNotices } from '../../../worker/jobs/send-notices.ts';
import { createSend, type Engine, openSend, people, startEngine } from '../../support/engine.ts';
import { until } from '../../support/until.ts';
import { addContacts, type Ground } from '../../support/world.ts';

/** A live series of one email to everyone in the ground’s contact type. */
async function liveSeries({ client, ...ground }: Ground): Promise<void> {
  const { utr } = (
    await client.post('/automations/create', {
      type: 'custom',
      automation_for: `contacts_${ground.contact_type_id}`,
      automation_name: 'Series',
      unsubscribe_group_id: ground.unsubscribe_group_id,
    })
  ).body.message;
  await client.post('/automations/schedule/create', {
    utr,
    sender_id: ground.sender_id,
    subject: 'First',
    waiting_period: 1,
    waiting_type: 'instantly',
    template_id: 1,
    preview_img: 'blank.png',
    template_html: '<p>Hello</p>',
  });
  await client.get(`/automations/set-live?utr=${utr}`);
}

describe('mails of an account and of all', function () {
  this.timeout(120_000);
  let engine: Engine;

  before(async () => {
    engine = await startEngine('worker-quotas');
  });
  afterEach(async () => {
    setClock(Date.now);
    await resumeSending();
    await until(async () => (await standstillOf(0, engine.api.config)) === null);
  });
  after(() => engine.stop());

  const groundOf = async (count: number, prefix = 'person'): Promise<Ground> => {
    const ground = await engine.ground();
    await addContacts(ground, people(count, prefix));
    return ground;
  };
  /** As the commands do; a worker believes what it read for a second. */
  const set = async ({ client }: Ground, change: object): Promise<void> => {
    await rows(Account).updateOne({ _id: client.user_id }, { $set: change });
  };
  const known = (ground: Ground, standstill: string | null) =>
    until(async () => (await standstillOf(ground.client.user_id, engine.api.config)) === standstill);
  const mailsTo = (prefix: string): number =>
    engine.mail.mails.filter(({ to }) => to.startsWith(prefix)).length;
  const suspended = { suspended: { at: new Date(), reason: '' } };

  it('are given out once, however many take places at once, and given back where unused', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeMailPlaces(77, 7, 100)));
    expect(taken.reduce((sum, { count }) => sum + count, 0)).to.equal(100);
    expect(await mailsToday(77)).to.equal(100);
    await returnMailPlaces(taken.find(({ count }) => count === 7)!, 5);
    expect((await takeMailPlaces(77, 9, 100)).count).to.equal(5);
    // A limit that was lowered gives nothing, and takes nothing back.
    expect((await takeMailPlaces(77, 9, 50)).count).to.equal(0);
    expect(await mailsToday(77)).to.equal(100);
    expect((await takeMailPlaces(77, 9, 0)).count).to.equal(9);
  });

  it('pause a send at the quota, go on when it is raised, and when the day turns, with nobody lost or doubled', async () => {
    const ground = await groundOf(25, 'daily');
    await set(ground, { quotas: { mails_per_day: 10 } });
    await known(ground, null);
    const send = await createSend(ground);
    await engine.work();
    await engine.sweepOnce();
    expect(await send.document()).to.include({ state: 'open', paused_reason: 'quota' });
    expect(mailsTo('daily')).to.equal(10);
    expect(await send.details()).to.include({
      status: 2,
      delivered: 10,
      pending: 15,
      paused_reason: 'quota',
    });
    const { quotas } = (await ground.client.get('/quotas')).body.message;
    expect(quotas.at(-1)).to.deep.equal({ name: 'mails_per_day', limit: 10, used: 10, unit: 'mails' });

    // Another send of the account does not begin; another account's does.
    const second = await createSend(ground);
    await engine.sweepOnce();
    expect(await second.details()).to.include({ status: 0, hold_reason: 'quota' });
    expect((await second.details())['hold_detail']).to.match(/mails_per_day/);
    const stranger = await groundOf(3, 'stranger');
    const others = await createSend(stranger);
    await engine.sweepOnce();
    expect(await others.details()).to.include({ status: 3, delivered: 3 });

    await set(ground, { quotas: { mails_per_day: 17 } });
    await known(ground, null);
    await until(async () => {
      await engine.sweepOnce();
      return mailsTo('daily') >= 17;
    });
    await engine.sweepOnce();
    expect(mailsTo('daily')).to.equal(17);
    expect((await second.details())['hold_reason']).to.be.oneOf(['quota', null]);

    const tomorrow = Date.now() + 24 * 3600_000;
    setClock(() => tomorrow);
    await until(async () => {
      await engine.sweepOnce();
      return mailsTo('daily') >= 34;
    });
    expect(await send.details()).to.include({ status: 3, triggered: 25, delivered: 25, pending: 0 });
    setClock(() => tomorrow + 24 * 3600_000);
    await until(async () => {
      await engine.sweepOnce();
      return (await second.details())['status'] === 3;
    });
    expect(await second.details()).to.include({ triggered: 25, delivered: 25 });
    const addresses = engine.mail.mails.filter(({ to }) => to.startsWith('daily')).map(({ to }) => to);
    expect(addresses).to.have.length(50);
    expect(new Set(addresses).size).to.equal(25);
  });

  it('count what servers answered, not who was left out or could not be reached', async () => {
    const ground = await groundOf(6, 'left');
    const send = await openSend(engine, ground);
    await ground.client.post('/global-unsubscribes/save', {
      email_address: 'left0@example.com,left1@example.com',
    });
    await deliverNext(send.mailing, engine.worker);
    expect(await mailsToday(ground.client.user_id)).to.equal(4);
    const unreached = await openSend(engine, ground);
    await deliverNext(unreached.mailing, engine.another({}, { smtpUrls: ['smtp://127.0.0.1:9'] }));
    expect(await mailsToday(ground.client.user_id)).to.equal(4);
  });

  it('of a suspended account stop in mid-send and go on where they stood; another account notices nothing', async () => {
    const [ground, stranger] = [await groundOf(1200, 'held'), await groundOf(40, 'free')];
    const send = await openSend(engine, ground);
    await deliverNext(send.mailing, engine.worker);
    const before = mailsTo('held');
    expect(before).to.be.within(1, 1199);
    await set(ground, suspended);
    await known(ground, 'suspended');
    expect(await deliverNext(send.mailing, engine.worker)).to.equal('idle');
    expect(await send.document()).to.include({ paused_reason: 'suspended' });
    await createSend(stranger);
    await engine.work();
    await engine.sweepOnce();
    expect(mailsTo('free')).to.equal(40);
    expect(mailsTo('held')).to.equal(before);
    // Its owner is told by the page, not by mail.
    expect(
      await rows(Notice).countDocuments({ user_id: ground.client.user_id, kind: 'send-paused' }),
    ).to.equal(0);

    await set(ground, { suspended: null });
    await known(ground, null);
    await until(async () => {
      await engine.sweepOnce();
      return (await send.details())['status'] === 3;
    });
    expect(await send.details()).to.include({ triggered: 1200, delivered: 1200 });
    expect(mailsTo('held')).to.equal(1200);
  });

  it('of a suspended account do not begin: sends are held, automations, verification mails and notices wait', async () => {
    const ground = await groundOf(2, 'later');
    const { client } = ground;
    await liveSeries(ground);
    const send = await createSend(ground);
    await client.get(`/sender/resend-mail?sender_id=${ground.sender_id}`);
    await set(ground, suspended);
    await known(ground, 'suspended');
    await engine.work();
    await engine.sweepOnce();
    expect(await send.send()).to.include({ status: 0, hold_reason: 'suspended' });
    // Senders of other tests have the same address.
    const verified = mailsTo('ada@sender');
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { 'verification.due_at': new Date() } });
    await mailVerification({ senderId: ground.sender_id }, engine.worker);
    await rows(Notice).updateMany({ user_id: client.user_id }, { $set: { due_at: new Date() } });
    await sendNotices({ userId: client.user_id }, engine.worker);
    expect(mailsTo('later')).to.equal(0);
    expect(mailsTo('ada@sender')).to.equal(verified);
    const { verification } = (await rows(Sender).findOne({ _id: ground.sender_id }))!;
    expect(verification!.due_at!.getTime()).to.be.greaterThan(Date.now());
    const due = await rows(Notice).distinct('due_at', { user_id: client.user_id });
    for (const at of due) expect(at!.getTime()).to.be.greaterThan(Date.now());

    await set(ground, { suspended: null });
    await known(ground, null);
    await until(async () => {
      await engine.sweepOnce();
      return mailsTo('later') === 4;
    }, 'the send and the first email to two people');
    expect(await send.details()).to.include({ status: 3, delivered: 2, hold_reason: null });
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { 'verification.due_at': new Date() } });
    const before = mailsTo('ada@sender');
    await mailVerification({ senderId: ground.sender_id }, engine.worker);
    expect(mailsTo('ada@sender')).to.equal(before + 1);
  });

  it('pause an automation at the quota and go on with room', async () => {
    const ground = await groundOf(4, 'series');
    await set(ground, { quotas: { mails_per_day: 3 } });
    await known(ground, null);
    const { client } = ground;
    await liveSeries(ground);
    await until(async () => {
      await engine.sweepOnce();
      return mailsTo('series') === 3;
    });
    await engine.sweepOnce();
    expect(mailsTo('series')).to.equal(3);
    await set(ground, { quotas: { mails_per_day: 0 } });
    await until(async () => {
      await engine.sweepOnce();
      return mailsTo('series') === 4;
    });
    expect(await rows(AutomationSchedule).countDocuments({ user_id: client.user_id })).to.equal(1);
  });

  it('of all accounts and of the service stop in mid-send; nothing is lost or doubled', async () => {
    const ground = await groundOf(1200, 'all');
    const send = await openSend(engine, ground);
    const slice = deliverNext(send.mailing, engine.worker);
    await until(() => mailsTo('all') > 0);
    await stopSending('a test');
    await slice;
    await until(async () => (await standstillOf(ground.client.user_id, engine.api.config)) === 'stopped');
    const before = mailsTo('all');
    expect(await deliverNext(send.mailing, engine.worker)).to.equal('idle');
    // What is created meanwhile is taken, and waits as it is.
    const second = await createSend(ground);
    await ground.client.get(`/sender/resend-mail?sender_id=${ground.sender_id}`);
    await engine.work();
    await engine.sweepOnce();
    await mailVerification({ senderId: ground.sender_id }, engine.worker);
    expect(engine.mail.mails.length - before).to.equal(engine.mail.mails.length - mailsTo('all'));
    expect(mailsTo('all')).to.equal(before);
    expect(await second.details()).to.include({ status: 1, hold_reason: null });
    expect(await send.details()).to.include({ status: 2, paused_reason: null });
    // Stopped once more it says since when it is; what stops first counts.
    expect((await stopSending('again')).reason).to.equal('a test');

    expect(await resumeSending()).to.equal(true);
    expect(await resumeSending()).to.equal(false);
    await until(async () => (await standstillOf(ground.client.user_id, engine.api.config)) === null);
    await until(async () => {
      await engine.sweepOnce();
      return (await second.details())['status'] === 3;
    });
    expect(await send.details()).to.include({ status: 3, triggered: 1200, delivered: 1200 });
    expect(mailsTo('all')).to.equal(2400);
  });
});
