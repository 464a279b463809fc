import { expect } from 'chai';
import { brakeAccount, releaseAccount } from '../../../common/changes/account-brakes.ts';
import {
  DETAIL_EVENTS,
  type DetailEvent,
  noDetails,
  quarterOf,
  writeDetails,
} from '../../../common/domain/mail-details.ts';
import { DetailSum, daySum } from '../../../common/models/detail-sums.ts';
import { Notice } from '../../../common/models/notices.ts';
import { accountsByReputation, reputationOf } from '../../../common/queries/reputation.ts';
import { mayCampaign, mayMail } from '../../../common/quotas/may-mail.ts';
import { renderNotice } from '../../../worker/notices/renderers.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { addContacts, detailsOf } from '../../support/world.ts';

const DAY = 24 * 3600_000;

describe('the brake of an account', () => {
  let engine: Engine;
  let ground: Ground;
  let userId: number;

  before(async () => {
    engine = await startEngine('account-brakes');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    userId = ground.client.user_id;
  });

  /** Adds events of the account so many days ago. */
  async function happened(days: number, events: Partial<Record<DetailEvent, number>>): Promise<void> {
    const details = noDetails();
    const quarter = quarterOf(new Date(Date.now() - days * DAY));
    details.times.set(
      quarter,
      DETAIL_EVENTS.map((name) => events[name] ?? 0),
    );
    const _id = daySum(userId, Math.floor(quarter / 96));
    await rows(DetailSum).insertOne({ _id, user_id: userId, details: writeDetails(details) });
  }
  const levels = async () => (await reputationOf(userId)).map(({ reason, level }) => `${reason} ${level}`);

  it('tells its owner when complaints become many, and again when they pause it', async () => {
    await ground.client.post('/notification-recipient/save', {
      email_address: 'owner@example.com',
      email_owner: 'Ada',
    });
    const told = () =>
      rows(Notice).find({ user_id: userId, kind: 'account-warned' }).sort({ _id: 1 }).toArray();
    await happened(2, { accepted: 2000, complained: 3 });
    for (let time = 0; time < 2; time += 1) await brakeAccount(userId, engine.worker.log);
    expect((await told()).map(({ facts }) => facts)).to.deep.equal([
      { level: 'warned', detail: '3 of 2000 recipients reported spam in 7 days' },
    ]);
    await happened(3, { complained: 3 });
    await brakeAccount(userId, engine.worker.log);
    expect(await told()).to.have.length(2);
    const { subject } = (await renderNotice((await told())[0]!)) as { subject: string };
    expect(subject).to.match(/paused|high/);
  });

  it('says nothing of 999 mails, warns at 0.1 % of 1,000 and pauses at 0.3 %', async () => {
    await happened(2, { accepted: 999, complained: 3 });
    expect(await brakeAccount(userId, engine.worker.log)).to.equal(null);
    await happened(3, { accepted: 1 });
    expect(await levels()).to.deep.equal(['account_complaints paused']);
    await happened(4, { accepted: 1000 });
    expect(await levels()).to.deep.equal(['account_complaints warned']);
    expect(await brakeAccount(userId, engine.worker.log)).to.equal(null);
    await happened(5, { complained: 3 });
    expect(await brakeAccount(userId, engine.worker.log)).to.equal('account_complaints');
    expect(await brakeAccount(userId, engine.worker.log)).to.equal(null);
  });

  it('counts the last 24 hours by themselves, and nothing after 7 days', async () => {
    await happened(9, { accepted: 1000, gone: 500 });
    expect(await levels()).to.deep.equal([]);
    await happened(3, { accepted: 20_000 });
    await happened(0, { accepted: 1000, gone: 60, inactive: 45 });
    expect(await levels()).to.deep.equal(['account_bounces paused']);
  });

  it('holds campaigns and not single messages, until the account releases itself, once', async () => {
    const { config } = engine.worker;
    await happened(1, { accepted: 1000, complained: 3 });
    await brakeAccount(userId, engine.worker.log);
    expect(await mayMail(userId, config)).to.equal(null);
    expect(await mayCampaign(userId, config)).to.equal('account_complaints');
    await addContacts(ground, ['ann@example.com']);
    const created = await ground.client.post('/single/send/create', aSend(ground));
    const { utr } = created.body.message;
    expect(created.body.warnings.join(' ')).to.include('3 of 1000 recipients reported spam');
    await engine.settle();
    expect(await detailsOf(ground.client, utr)).to.deep.include({
      status: 0,
      hold_reason: 'account_complaints',
    });

    const reputation = async () => (await ground.client.get('/account/reputation')).body.message.reputation;
    expect(await reputation()).to.deep.include({
      week: { accepted: 1000, complaints: 3, bounces: 0 },
      paused_reason: 'account_complaints',
      may_release: true,
    });
    expect((await accountsByReputation()).paused).to.be.at.least(1);

    const release = () => ground.client.post('/account/release', { reason: 'We removed a list.' });
    expect((await release()).body.message).to.equal('Released Successfully');
    await engine.settle();
    expect(await detailsOf(ground.client, utr)).to.deep.include({
      status: 3,
      hold_reason: null,
      delivered: 1,
    });
    // Mails before the release no longer count.
    expect(await brakeAccount(userId, engine.worker.log)).to.equal(null);
    expect((await release()).status).to.equal(409);
  });

  it('is released again by the operator alone', async () => {
    await happened(1, { accepted: 1000, complained: 3 });
    await brakeAccount(userId, engine.worker.log);
    expect(await releaseAccount(userId, 'account', 'x')).to.equal(true);
    expect(await releaseAccount(userId, 'operator', 'x')).to.equal(false);
  });
});
