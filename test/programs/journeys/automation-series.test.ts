import { expect } from 'chai';
import { now, setClock } from '../../../common/clock.ts';
import { messageIdOf } from '../../../common/domain/message-ids.ts';
import { createLogger } from '../../../common/log.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { connectProducer } from '../../../common/redis/redis.ts';
import { dueAfter, type Wait } from '../../../worker/automations/plan.ts';
import { type Api, startApi } from '../../support/api.ts';
import { createSeries, DAY, HOUR, join, MINUTE, type Series } from '../../support/automations.ts';
import { people } from '../../support/engine.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';
import { startWorldClock, type WorldClock } from '../../support/world-clock.ts';

const ZONE = 'America/New_York';
/** Twelve days before the clocks go back. */
const START = new Date('2026-10-20T13:30:00Z');
const FIRST = people(700, 'first');
const LATER = people(300, 'later');
const WAITS: readonly Wait[] = [
  { waiting_type: 'instantly', waiting_period: 1 },
  { waiting_type: 'days', waiting_period: 1 },
  { waiting_type: 'hours', waiting_period: 36 },
  { waiting_type: 'days', waiting_period: 10 },
  { waiting_type: 'instantly', waiting_period: 1 },
  { waiting_type: 'days', waiting_period: 17 },
];
/** Mails that a killed worker may have handed over without a record. */
const IN_FLIGHT = 60;

describe('an automation of thirty days', () => {
  let mail: MailServer;
  let api: Api;
  let ground: Ground;
  let clock: WorldClock;
  let series: Series;
  /** The times at which mails were handed over, by recipient, in order. */
  const received = new Map<string, Date[]>();

  before(async () => {
    mail = await startMailServer();
    api = await startApi('journey-automation', { SMTP_URL: mail.url });
    clock = startWorldClock(START, api.config);
    mail.answer((recipient) => {
      received.set(recipient, [...(received.get(recipient) ?? []), now()]);
      return null;
    });
    ground = await anAccount(api, { timezone: ZONE });
  });
  after(async () => {
    await clock.stop();
    setClock();
    await api.stop();
    await mail.stop();
  });

  const startWorker = () => clock.startWorker({ SMTP_CONNECTIONS: '5', RECORD_MAILS: '5', RECORD_MS: '20' });
  const sent = () => mail.mails.filter((one) => one.from === 'ada@sender.example');
  const flush = async (): Promise<void> => {
    const redis = connectProducer(api.config.redisUrl);
    await new Promise((resolve) => redis.once('ready', resolve));
    // Removes all keys of this installation; other databases of this Redis belong to other tests.
    await redis.flushdb();
    redis.disconnect();
  };
  const waiting = { state: 'waiting' } as const;
  const settled = (): Promise<true> =>
    until(
      async () =>
        (await rows(Enrollment).countDocuments({
          ...waiting,
          $or: [{ due_at: { $lte: now() } }, { delivery_id: { $ne: null } }],
        })) === 0 && (await rows(Batch).countDocuments({ state: { $ne: 'done' } })) === 0,
      'all that is due to be sent',
    );
  /** Moves the clock to the next time at which contacts are due, including all within a quarter of an hour. */
  const toNextDue = async (): Promise<boolean> => {
    const next = await rows(Enrollment).find(waiting).sort({ due_at: 1 }).limit(1).next();
    if (!next) return false;
    await clock.pass(next.due_at!.getTime() - now().getTime() + 15 * MINUTE);
    return true;
  };

  it('reaches a thousand contacts in order, once and never early, even when servers die', async () => {
    await addContacts(ground, FIRST);
    series = await createSeries(ground, { type: 'custom' });
    const emails = [];
    for (const [at, wait] of WAITS.entries())
      emails.push(await series.email({ subject: `Mail ${at}`, ...wait }));
    let worker = await startWorker();
    await series.live();

    // Killed while the first email is being sent.
    await until(() => sent().length > 200, 'some mails to be out');
    await worker.kill();
    expect(sent().length).to.be.below(FIRST.length);
    await clock.pass(MINUTE);
    await flush();
    worker = await startWorker();
    await settled();

    await clock.pass(6 * HOUR);
    await join(ground, LATER, { ...api, log: createLogger('worker', 'silent') });
    await settled();

    // Killed while deliveries of the second email are written; the queue is wiped, too.
    await toNextDue();
    const second = emails[1]!.mailing;
    await until(async () => (await rows(Delivery).countDocuments({ mailing: second })) > 0, 'rows');
    await worker.kill();
    await flush();
    await clock.pass(MINUTE);
    worker = await startWorker();
    await settled();

    // Paused over the time at which the next email is due.
    await series.pause();
    const before = sent().length;
    await clock.pass(3 * DAY);
    await flush();
    await series.live();
    await settled();
    expect(sent().length).to.be.above(before);

    while (await toNextDue()) await settled();
    await worker.kill();
    expect(await series.progress()).to.deep.include({ entered: 1000, waiting: 0, done: 1000, left: 0 });
  });

  it('keeps a ledger that agrees with its arrivals', async () => {
    const ledger = await series.ledger();
    expect(ledger).to.have.length(1000 * WAITS.length);
    expect(ledger.filter((row) => row.state !== 'accepted')).to.deep.equal([]);
    const byAddress = new Map<string, DeliveryDocument[]>();
    for (const row of ledger) byAddress.set(row.email, [...(byAddress.get(row.email) ?? []), row]);
    const mailings = [...new Set(ledger.map((row) => row.mailing))];
    for (const [email, own] of byAddress) {
      expect(
        own.map((row) => row.mailing),
        email,
      ).to.deep.equal(mailings);
      const enrollment = await series.enrollment(email);
      let since = enrollment.entered_at;
      for (const [at, row] of own.entries()) {
        const due = dueAfter(since, WAITS[at]!, ZONE);
        expect(row.accepted_at!.getTime(), `${email}, mail ${at}`).to.be.at.least(due.getTime());
        since = row.accepted_at!;
      }
      const first = received.get(email)!.toSorted((a, b) => a.getTime() - b.getTime())[0]!;
      expect(first.getTime()).to.be.at.least(enrollment.entered_at.getTime());
    }
    const { body } = await ground.client.get(`/automations/details?utr=${series.utr}`);
    expect(body.message.automation).to.deep.include({ total_triggered: 6000, total_delivered: 6000 });
  });

  it('delivers each email once; a second copy is the same mail and was in doubt', async () => {
    const ledger = await series.ledger();
    const { appSecret, messageIdDomain } = api.config;
    const rowOf = new Map(
      ledger.map((row) => [
        messageIdOf({ account: row.user_id, id: row._id }, appSecret, messageIdDomain),
        row,
      ]),
    );
    const copies = new Map<string, number>();
    for (const one of sent()) {
      const id = /^Message-ID: <(.*)>\r$/m.exec(one.raw.toString('latin1'))![1]!;
      expect(rowOf.get(id)?.email).to.equal(one.to);
      copies.set(id, (copies.get(id) ?? 0) + 1);
    }
    expect(copies.size).to.equal(ledger.length);
    const twice = [...copies].filter(([, count]) => count > 1);
    expect(twice.every(([id, count]) => count === 2 && rowOf.get(id)!.doubted === true)).to.equal(true);
    expect(twice.length).to.be.at.most(IN_FLIGHT);
  });
});
