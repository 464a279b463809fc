import { expect } from 'chai';
import { Account } from '../../../../../common/models/accounts.ts';
import { Batch } from '../../../../../common/models/batches.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { MailCount } from '../../../../../common/models/mail-counts.ts';
import { Mailing } from '../../../../../common/models/mailings.ts';
import { Message } from '../../../../../common/models/messages.ts';
import { Sender } from '../../../../../common/models/senders.ts';
import { believedStatus } from '../../../../../common/quotas/account-status.ts';
import type { WorkerContext } from '../../../../../worker/runtime/context.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';
import { until } from '../../../../support/until.ts';

const MANY = 30;

describe('the sending of messages that go together', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('worker-messages-together', { RATE_CALLS: '0' });
  });
  after(() => engine.stop());
  beforeEach(async () => {
    engine.mail.mails.length = 0;
    engine.rung.length = 0;
    engine.mail.answer(() => null);
    ground = await engine.ground();
    for (const model of [Message, Mailing, Batch, Delivery]) await model.driver.deleteMany({});
  });

  async function send(email: string, fields: object = {}, from: Ground = ground): Promise<string> {
    const { status, body } = await from.client.post('/messages/send', {
      email,
      sender_id: from.sender_id,
      subject: 'Your code',
      template_html: '<p>Hello ((email)): ((code))</p>',
      data: { code: email.length },
      ...fields,
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.utr;
  }

  async function sendFile(email: string): Promise<string> {
    const form = new FormData();
    const fields = {
      email,
      sender_id: String(ground.sender_id),
      subject: 'A file',
      template_html: '<p>A file</p>',
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('attachments[]', new File(['A file'], 'a.txt', { type: 'text/plain' }));
    const { status, body } = await ground.client.request('/messages/send', { method: 'POST', body: form });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.utr;
  }

  /** Has the sweep ring for all messages, and runs all of these jobs at the same time, on each of these workers. */
  async function workAtOnce(...workers: readonly WorkerContext[]): Promise<void> {
    await engine.sweep();
    const rung = engine.rung.splice(0);
    expect(rung).to.not.have.length(0);
    await Promise.all(
      workers.flatMap((worker) =>
        rung.map(({ name, payload }) => engine.run(name, payload as never, worker)),
      ),
    );
  }
  const fateOf = async (utr: string): Promise<string> => {
    const { body } = await ground.client.get(`/messages/details?utr=${utr}`);
    const { state, skip_reason, paused_reason, class: name } = body.message.messageDetails;
    return [state, skip_reason, paused_reason, name].filter((one) => one !== null).join(' ');
  };
  const waiting = () => rows(Message).countDocuments({ look_at: { $type: 'date' } });

  it('mails each once with its own values, though two workers have each of them', async () => {
    const people = Array.from({ length: MANY }, (_, at) => `${'p'.repeat(at + 1)}@example.com`);
    const utrs = await Promise.all(people.map((email) => send(email)));
    await workAtOnce(engine.worker, engine.another({}));
    // A worker looks later at messages that the other one had leased; make them due now.
    await rows(Message).updateMany({ look_at: { $type: 'date' } }, { $set: { look_at: new Date() } });
    await engine.sweepOnce();
    for (const email of people) {
      const mails = engine.mail.to(email);
      expect(mails, email).to.have.length(1);
      expect((await engine.mail.read(mails[0]!)).text).to.include(`Hello ${email}: ${email.length}`);
    }
    expect(await Promise.all(utrs.map(fateOf))).to.deep.equal(utrs.map(() => 'accepted'));
    expect(await waiting()).to.equal(0);
    const [mailings, batches] = [
      await rows(Mailing).find({}).toArray(),
      await rows(Batch).find({}).toArray(),
    ];
    for (const { state, figures } of mailings)
      expect([state, figures.accepted, figures.triggered]).to.deep.equal(['done', 1, 1]);
    for (const { state, lease_token, intent } of batches)
      expect([state, lease_token, intent]).to.deep.equal(['done', null, 0]);
    // All mails of the account share this counter of the day; it counts each mail once.
    const counts = await MailCount.find({ _id: new RegExp(` ${ground.client.user_id}$`) }).toArray();
    expect(counts.map(({ taken }) => taken)).to.deep.equal([MANY]);
  });

  it('gives each its own fate', async () => {
    engine.mail.answer((to) => {
      if (to.startsWith('gone')) return { code: 550, text: '5.1.1 no such user' };
      return to.startsWith('late') ? { code: 450, text: '4.2.0 later' } : null;
    });
    await ground.client.post('/global-unsubscribes/save', { email_address: 'quiet@example.com' });
    const group = { unsubscribe_group_id: ground.unsubscribe_group_id };
    const other = await ground.client.post('/sender/save', {
      from_name: 'Other',
      from_email: 'other@sender.example',
      reply_to_email: 'other@reply.example',
      country_id: 1,
      company_address: '1 Main Street',
      nickname: 'Other',
    });
    await rows(Sender).updateOne({ _id: other.body.id }, { $set: { is_verified: 1 } });
    const utrs = {
      plain: await send('plain@example.com'),
      quiet: await send('quiet@example.com', group),
      receipt: await send('quiet@example.com'),
      gone: await send('gone@example.com'),
      late: await send('late@example.com', group),
      held: await send('held@example.com', { sender_id: other.body.id }),
      cancelled: await send('cancelled@example.com'),
      file: await sendFile('file@example.com'),
      last: await send('last@example.com'),
    };
    await rows(Sender).updateOne({ _id: other.body.id }, { $set: { is_verified: 0 } });
    const cancelled = await ground.client.post(`/messages/cancel?utr=${utrs.cancelled}`, {});
    expect(cancelled.status).to.equal(200);
    await workAtOnce(engine.worker);
    const fates = Object.fromEntries(
      await Promise.all(Object.entries(utrs).map(async ([name, utr]) => [name, await fateOf(utr)] as const)),
    );
    expect(fates).to.deep.equal({
      plain: 'accepted',
      quiet: 'skipped unsubscribed',
      receipt: 'accepted',
      gone: 'bounced gone',
      late: 'deferred later',
      held: 'pending sender_unverified',
      cancelled: 'skipped cancelled',
      file: 'accepted',
      last: 'accepted',
    });
    expect(engine.mail.mails.map(({ to }) => to).sort()).to.deep.equal([
      'file@example.com',
      'last@example.com',
      'plain@example.com',
      'quiet@example.com',
    ]);
    expect(await waiting()).to.equal(2);
  });

  it("waits beyond the day's quota, and continues when it is raised", async () => {
    const quota = async (mails_per_day: number): Promise<void> => {
      await Account.updateOne({ _id: ground.client.user_id }, { $set: { quotas: { mails_per_day } } });
      // A worker believes what it has read of an account for a moment.
      const isKnown = async (): Promise<boolean> =>
        (await believedStatus(ground.client.user_id, engine.api.config)).limits.mails_per_day ===
        mails_per_day;
      await until(isKnown, 'the quota');
    };
    const utrs = await Promise.all([1, 2, 3, 4, 5].map((at) => send(`${at}@example.com`)));
    await quota(3);
    await workAtOnce(engine.worker);
    expect((await Promise.all(utrs.map(fateOf))).toSorted()).to.deep.equal([
      ...Array.from({ length: 3 }, () => 'accepted'),
      ...Array.from({ length: 2 }, () => 'pending quota'),
    ]);
    await quota(10);
    await until(async () => {
      await rows(Message).updateMany({ look_at: { $type: 'date' } }, { $set: { look_at: new Date() } });
      await engine.sweepOnce();
      return (await waiting()) === 0;
    }, 'the two that waited');
    expect(await Promise.all(utrs.map(fateOf))).to.deep.equal(utrs.map(() => 'accepted'));
    expect(engine.mail.mails).to.have.length(5);
  });

  it('ends without those whose recipient is slow', async () => {
    let answer!: () => void;
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    engine.mail.answer(async (to) => {
      if (to.startsWith('slow')) await slow;
      return null;
    });
    try {
      await send('slow@slow.example');
      const others = await Promise.all([1, 2, 3].map((at) => send(`${at}@quick.example`)));
      const work = workAtOnce(engine.worker);
      await until(async () => (await waiting()) === 1, 'the end of the others');
      expect(await Promise.all(others.map(fateOf))).to.deep.equal(others.map(() => 'accepted'));
      answer();
      await work;
      expect(await waiting()).to.equal(0);
    } finally {
      answer();
    }
  });
});
