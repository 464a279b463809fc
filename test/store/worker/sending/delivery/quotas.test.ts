import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { note } from '../../../../../common/changes/notices.ts';
import { setClock } from '../../../../../common/clock.ts';
import { resumeSending, stopSending } from '../../../../../common/commands/sending-stop.ts';
import { Account } from '../../../../../common/models/accounts.ts';
import { AutomationSchedule } from '../../../../../common/models/automation-schedules.ts';
import { Notice } from '../../../../../common/models/notices.ts';
import { Sender } from '../../../../../common/models/senders.ts';
import { mailsToday, returnMailPlaces, takeMailPlaces } from '../../../../../common/quotas/mails.ts';
import mailVerification from '../../../../../worker/notices/jobs/mail-verification.ts';
import sendNotices from '../../../../../worker/notices/jobs/send-notices.ts';
import { deliverNext } from '../../../../../worker/sending/delivery/deliver-next.ts';
import { standstillOf } from '../../../../../worker/sending/standstill.ts';
import {
  createSend,
  type Engine,
  openSend,
  people,
  type Subject,
  startEngine,
} from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { watch } from '../../../../support/notices.ts';
import { rows } from '../../../../support/rows.ts';
import { deliveryBatches } from '../../../../support/small-steps.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

const DAY = 24 * 3600_000;

/** A live automation of one email to all contacts of the type. */
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

/** Rows of a batch. */
const BATCH = 50;
/** More than one batch has. */
const MANY = BATCH + 10;
/** A running slice looks as often whether it must stop. */
const LOOK_MS = 500;

describe('the control of sending', () => {
  deliveryBatches(BATCH);
  let engine: Engine;

  before(async () => {
    engine = await startEngine('worker-quotas');
  });
  afterEach(async () => {
    setClock(Date.now);
    engine.mail.answer(() => null);
    await resumeSending();
    await until(async () => (await standstillOf(0, engine.api.config)) === null);
  });
  after(() => engine.stop());

  const groundOf = async (count: number, prefix = 'person'): Promise<Ground> => {
    const ground = await engine.ground();
    await addContacts(ground, people(count, prefix));
    return ground;
  };
  /** Sets quotas as the commands do; a worker reuses what it read for a second. */
  const set = async ({ client }: Ground, change: object): Promise<void> => {
    await Account.updateOne({ _id: client.user_id }, { $set: change });
  };
  const known = (ground: Ground, standstill: string | null) =>
    until(async () => (await standstillOf(ground.client.user_id, engine.api.config)) === standstill);
  const mailsTo = (prefix: string): number =>
    engine.mail.mails.filter(({ to }) => to.startsWith(prefix)).length;
  const suspended = { suspended: { at: new Date(), reason: '' } };

  it('gives each place once, however many workers take places at once', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeMailPlaces(9_000_076, 7, 100)));
    expect(taken.reduce((sum, { count }) => sum + count, 0)).to.equal(100);
    expect(await mailsToday(9_000_076)).to.equal(100);
  });

  it('takes unused places back', async () => {
    const taken = await takeMailPlaces(9_000_077, 7, 100);
    await takeMailPlaces(9_000_077, 93, 100);
    await returnMailPlaces(taken, 5);
    expect((await takeMailPlaces(9_000_077, 9, 100)).count).to.equal(5);
  });

  it('gives no places at a limit that was lowered, and takes none back', async () => {
    await takeMailPlaces(9_000_078, 100, 100);
    expect((await takeMailPlaces(9_000_078, 9, 50)).count).to.equal(0);
    expect(await mailsToday(9_000_078)).to.equal(100);
    expect((await takeMailPlaces(9_000_078, 9, 0)).count).to.equal(9);
  });

  describe('after a send used its quota up', () => {
    let ground: Ground;
    let daily: string;
    let tests = 0;
    let send: Subject;
    const completed = (one: Subject) =>
      until(async () => {
        await engine.sweepOnce();
        return (await one.details())['status'] === 3;
      });

    beforeEach(async () => {
      tests += 1;
      daily = `daily-${tests}-`;
      ground = await groundOf(25, daily);
      await set(ground, { quotas: { mails_per_day: 10 } });
      await known(ground, null);
      send = await createSend(ground);
      await engine.work();
      await engine.sweepOnce();
    });

    it('pauses the send, and shows the quota as used', async () => {
      expect(await send.document()).to.include({ state: 'open', paused_reason: 'quota' });
      expect(mailsTo(daily)).to.equal(10);
      expect(await send.details()).to.include({
        status: 2,
        delivered: 10,
        pending: 15,
        paused_reason: 'quota',
      });
      const { quotas } = (await ground.client.get('/quotas')).body.message;
      expect(quotas).to.deep.include({ name: 'mails_per_day', limit: 10, used: 10, unit: 'mails' });
    });

    it('holds another send of this account, and none of another account', async () => {
      const second = await createSend(ground);
      await engine.sweepOnce();
      expect(await second.details()).to.include({ status: 0, hold_reason: 'quota' });
      expect((await second.details())['hold_detail']).to.match(/mails_per_day/);
      const others = await createSend(await groundOf(3, 'stranger'));
      await engine.sweepOnce();
      expect(await others.details()).to.include({ status: 3, delivered: 3 });
    });

    it('lets the send continue after a raise and on the next days, without lost or doubled mails', async () => {
      const second = await createSend(ground);
      await engine.sweepOnce();
      await set(ground, { quotas: { mails_per_day: 17 } });
      await known(ground, null);
      await until(async () => {
        await engine.sweepOnce();
        return mailsTo(daily) >= 17;
      });
      await engine.sweepOnce();
      expect(mailsTo(daily)).to.equal(17);
      expect((await second.details())['hold_reason']).to.be.oneOf(['quota', null]);

      const tomorrow = Date.now() + DAY;
      setClock(() => tomorrow);
      await until(async () => {
        await engine.sweepOnce();
        return mailsTo(daily) >= 34;
      });
      expect(await send.details()).to.include({ status: 3, triggered: 25, delivered: 25, pending: 0 });
      setClock(() => tomorrow + DAY);
      await completed(second);
      expect(await second.details()).to.include({ triggered: 25, delivered: 25 });
      const addresses = engine.mail.mails.filter(({ to }) => to.startsWith(daily)).map(({ to }) => to);
      expect(addresses).to.have.length(50);
      expect(new Set(addresses).size).to.equal(25);
    });
  });

  it('counts mails that servers answered, not skipped ones', async () => {
    const ground = await groundOf(6, 'left');
    const send = await openSend(engine, ground);
    await ground.client.post('/global-unsubscribes/save', {
      email_address: 'left0@example.com,left1@example.com',
    });
    await deliverNext(send.userId, send.mailing, engine.worker);
    expect(await mailsToday(ground.client.user_id)).to.equal(4);
  });

  it('counts no mails when no server is reached', async () => {
    const ground = await groundOf(6, 'unreached');
    const unreached = await openSend(engine, ground);
    await deliverNext(
      unreached.userId,
      unreached.mailing,
      engine.another({}, { smtpUrls: ['smtp://127.0.0.1:9'] }),
    );
    expect(await mailsToday(ground.client.user_id)).to.equal(0);
  });

  it('stops a send of a suspended account in the middle, and continues it later', async () => {
    const ground = await groundOf(MANY, 'held');
    const send = await openSend(engine, ground);
    await deliverNext(send.userId, send.mailing, engine.worker);
    const before = mailsTo('held');
    expect(before).to.be.within(1, MANY - 1);
    await set(ground, suspended);
    await known(ground, 'suspended');
    expect(await deliverNext(send.userId, send.mailing, engine.worker)).to.equal(false);
    expect(await send.document()).to.include({ paused_reason: 'suspended' });
    await engine.work();
    await engine.sweepOnce();
    expect(mailsTo('held')).to.equal(before);

    await set(ground, { suspended: null });
    await known(ground, null);
    await until(async () => {
      await engine.sweepOnce();
      return (await send.details())['status'] === 3;
    });
    expect(await send.details()).to.include({ triggered: MANY, delivered: MANY });
    expect(mailsTo('held')).to.equal(MANY);
  });

  describe('with an open send of a suspended account', () => {
    let ground: Ground;

    beforeEach(async () => {
      ground = await groundOf(3, 'halted');
      await watch(ground.client);
      const send = await openSend(engine, ground);
      await set(ground, suspended);
      await known(ground, 'suspended');
      expect(await deliverNext(send.userId, send.mailing, engine.worker)).to.equal(false);
      expect(await send.document()).to.include({ paused_reason: 'suspended' });
    });

    it('lets other accounts send', async () => {
      await createSend(await groundOf(40, 'free'));
      await engine.work();
      await engine.sweepOnce();
      expect(mailsTo('free')).to.equal(40);
      expect(mailsTo('halted')).to.equal(0);
    });

    it('tells the owner by the page, not by a mail', async () => {
      await engine.work();
      await engine.sweepOnce();
      expect(
        await rows(Notice).countDocuments({ user_id: ground.client.user_id, kind: 'send-paused' }),
      ).to.equal(0);
    });
  });

  it('holds sends and automations of a suspended account', async () => {
    const ground = await groundOf(2, 'later');
    await liveSeries(ground);
    const send = await createSend(ground);
    await set(ground, suspended);
    await known(ground, 'suspended');
    await engine.work();
    await engine.sweepOnce();
    expect(await send.send()).to.include({ status: 0, hold_reason: 'suspended' });
    expect(mailsTo('later')).to.equal(0);

    await set(ground, { suspended: null });
    await known(ground, null);
    await until(async () => {
      await engine.sweepOnce();
      return mailsTo('later') === 4;
    }, 'the send and the first email to two people');
    expect(await send.details()).to.include({ status: 3, delivered: 2, hold_reason: null });
  });

  it('holds verification mails of a suspended account', async () => {
    const ground = await engine.ground();
    await ground.client.get(`/sender/resend-mail?sender_id=${ground.sender_id}`);
    await set(ground, suspended);
    await known(ground, 'suspended');
    const verify = async () => {
      await rows(Sender).updateOne(
        { _id: ground.sender_id },
        { $set: { 'verification.due_at': new Date() } },
      );
      await mailVerification.run(
        { senderId: ground.sender_id, userId: ground.client.user_id },
        engine.worker,
      );
    };
    // Other tests have senders with the same address.
    const verified = mailsTo('ada@sender');
    await verify();
    expect(mailsTo('ada@sender')).to.equal(verified);
    const { verification } = (await rows(Sender).findOne({ _id: ground.sender_id }))!;
    expect(verification!.due_at!.getTime()).to.be.greaterThan(Date.now());
    await set(ground, { suspended: null });
    await known(ground, null);
    await verify();
    expect(mailsTo('ada@sender')).to.equal(verified + 1);
  });

  it('holds notices of a suspended account', async () => {
    const { client, ...ground } = await engine.ground();
    const address = await watch(client);
    await note({ kind: 'sender-verified', user_id: client.user_id, subject: 1 }, engine.worker.log);
    await set({ client, ...ground }, suspended);
    await known({ client, ...ground }, 'suspended');
    await rows(Notice).updateMany({ user_id: client.user_id }, { $set: { due_at: new Date() } });
    await sendNotices.run({ userId: client.user_id }, engine.worker);
    expect(engine.mail.to(address)).to.have.length(0);
    const due = await rows(Notice).distinct('due_at', { user_id: client.user_id });
    expect(due).to.have.length(1);
    for (const at of due) expect(at!.getTime()).to.be.greaterThan(Date.now());
  });

  it('pauses an automation at the quota, and continues it when there is room', async () => {
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

  it('stops all sending in the middle of a send, and continues it, without lost or doubled mails', async () => {
    const ground = await groundOf(MANY, 'all');
    const send = await openSend(engine, ground);
    let goOn = (): void => {};
    const isKnown = new Promise<void>((resolve) => (goOn = resolve));
    let offered = 0;
    engine.mail.answer(async () => {
      offered += 1;
      if (offered > BATCH / 10) await isKnown;
      return null;
    });
    const slice = deliverNext(send.userId, send.mailing, engine.worker);
    await until(() => offered > BATCH / 10);
    await stopSending('a test');
    await known(ground, 'stopped');
    // Timers of the same length end in the order of their beginnings: the slice has looked before.
    await delay(LOOK_MS);
    goOn();
    await slice;
    const before = mailsTo('all');
    expect(before).to.be.within(BATCH / 10, BATCH - 1);
    expect(await deliverNext(send.userId, send.mailing, engine.worker)).to.equal(false);
    // New sends are accepted meanwhile, and wait.
    const second = await createSend(ground);
    await engine.work();
    await engine.sweepOnce();
    expect(mailsTo('all')).to.equal(before);
    expect(await second.details()).to.include({ status: 1, hold_reason: null });
    expect(await send.details()).to.include({ status: 2, paused_reason: null });

    await resumeSending();
    await known(ground, null);
    await until(async () => {
      await engine.sweepOnce();
      const states = await Promise.all([send.details(), second.details()]);
      return states.every(({ status }) => status === 3);
    });
    expect(await send.details()).to.include({ triggered: MANY, delivered: MANY });
    expect(mailsTo('all')).to.equal(2 * MANY);
  });

  describe('with all sending stopped', () => {
    beforeEach(async () => {
      await stopSending('a test');
      await until(async () => (await standstillOf(0, engine.api.config)) === 'stopped');
    });

    it('holds the mails of the service itself', async () => {
      const ground = await engine.ground();
      const before = engine.mail.mails.length;
      await ground.client.get(`/sender/resend-mail?sender_id=${ground.sender_id}`);
      await engine.work();
      await engine.sweepOnce();
      await mailVerification.run(
        { senderId: ground.sender_id, userId: ground.client.user_id },
        engine.worker,
      );
      expect(engine.mail.mails).to.have.length(before);
    });

    it('keeps the time and the reason of the first stop', async () => {
      expect((await stopSending('again')).reason).to.equal('a test');
    });

    it('ends the stop once', async () => {
      expect(await resumeSending()).to.equal(true);
      expect(await resumeSending()).to.equal(false);
    });
  });
});
