import { expect } from 'chai';
import { applyMailEvent } from '../../../common/changes/mail-events.ts';
import { openRetried } from '../../../common/changes/retried-mails.ts';
import type { MailEvent } from '../../../common/domain/mail-events.ts';
import { timestamp } from '../../../common/domain/times.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import type { Answer } from '../../support/api.ts';
import { createSend, type Engine, type Subject, startEngine } from '../../support/engine.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

const RETRIED = { status: 'success', message: 'Single send Retried Successfully' };

describe('the retry of a send’s refused mails', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('contract-send-retry', { RATE_CALLS: '0' });
  });
  after(() => engine.stop());

  const refuseAll = () =>
    engine.mail.answer((to) => {
      if (to.startsWith('gone')) return { code: 550, text: '5.1.1 no such user' };
      return to.startsWith('full') ? { code: 552, text: '5.2.2 mailbox full' } : null;
    });

  beforeEach('a send completes; two mailboxes are full, and one is gone', async () => {
    engine.mail.mails.length = 0;
    engine.rung.length = 0;
    ground = await engine.ground();
    await addContacts(ground, [
      'ada@example.com',
      'full1@example.com',
      'full2@example.com',
      'gone@example.com',
    ]);
    refuseAll();
    subject = await createSend(ground);
    await complete();
    expect(await figures()).to.deep.equal({ status: 3, triggered: 4, delivered: 1, bounces: 3, in_doubt: 0 });
  });

  const complete = () =>
    until(async () => {
      await engine.sweepOnce();
      return (await subject.details())['status'] === 3;
    }, 'the end of the send');
  async function figures() {
    const shown = await subject.details();
    const names = ['status', 'triggered', 'delivered', 'bounces', 'in_doubt'];
    return Object.fromEntries(names.map((name) => [name, shown[name]]));
  }
  const retry = (fields = {}, whose = ground): Promise<Answer> =>
    whose.client.post(`/single-send/retry?utr=${subject.utr}`, fields);
  const told = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    return [status, body];
  };
  const rowOf = async (email: string) => (await subject.rows()).find((row) => row.email === email)!;
  const sentTo = (email: string): number => engine.mail.mails.filter(({ to }) => to === email).length;

  it('reaches mailboxes that may accept now, as another attempt of the same mails', async () => {
    const before = await rowOf('full1@example.com');
    engine.mail.answer(() => null);
    expect(await told(retry())).to.deep.equal([200, RETRIED]);
    expect((await figures())['status']).to.equal(2);
    await complete();
    expect(await figures()).to.deep.equal({ status: 3, triggered: 4, delivered: 3, bounces: 1, in_doubt: 0 });
    const after = await rowOf('full1@example.com');
    expect(after).to.include({ _id: before._id, state: 'accepted', attempts: 1 });
    expect(['ada', 'full1', 'full2', 'gone'].map((name) => sentTo(`${name}@example.com`))).to.deep.equal([
      1, 1, 1, 0,
    ]);
    const shown = await ground.client.get(
      `/single-send/deliveries?utr=${subject.utr}&email=full1@example.com`,
    );
    const { accepted_at, first_attempted_at, ...one } = shown.body.message.deliveries[0];
    expect(one).to.deep.include({ state: 'accepted', attempts: 2, bounced_at: null });
    expect(first_attempted_at).to.equal(timestamp(before.bounced_at!));
    expect(accepted_at > first_attempted_at).to.equal(true);
  });

  it('bounces again when nothing has changed, and ends after that attempt', async () => {
    expect(await told(retry({ classes: ['full'] }))).to.deep.equal([200, RETRIED]);
    await complete();
    expect(await figures()).to.deep.equal({ status: 3, triggered: 4, delivered: 1, bounces: 3, in_doubt: 0 });
    expect(await rowOf('full1@example.com')).to.include({ state: 'bounced', attempts: 2, class: 'full' });
  });

  it('skips a recipient who unsubscribed since, and its figures add up', async () => {
    await ground.client.post('/global-unsubscribes/save', { email_address: 'full2@example.com' });
    engine.mail.answer(() => null);
    expect(await told(retry())).to.deep.equal([200, RETRIED]);
    await complete();
    const { triggered, delivered, bounces, in_doubt } = (await figures()) as unknown as Record<
      string,
      number
    >;
    expect([triggered, delivered, bounces]).to.deep.equal([3, 2, 1]);
    expect(triggered).to.equal(delivered! + bounces! + in_doubt!);
    expect(await rowOf('full2@example.com')).to.include({ state: 'skipped', skip_reason: 'unsubscribed' });
  });

  it('ignores a late report about an earlier attempt, before and after the new one', async () => {
    engine.mail.answer(() => null);
    const { _id: delivery } = await rowOf('full1@example.com');
    const late: MailEvent = {
      kind: 'bounced',
      account: null,
      delivery,
      attempt: 1,
      recipient: 'full1@example.com',
      reply: '550 5.1.1 gone',
      class: 'gone',
      rule: 'test',
    };
    expect(await told(retry())).to.deep.equal([200, RETRIED]);
    const mailing = await rows(Mailing).findOne({ _id: subject.mailing });
    // Done twice, as after a crash.
    await openRetried(subject.userId, subject.mailing, mailing!.retry!);
    await openRetried(subject.userId, subject.mailing, mailing!.retry!);
    const deferred = await rowOf('full1@example.com');
    expect(deferred).to.include({ state: 'deferred', attempts: 1 });
    expect((await subject.details())['next_try_at']).to.equal(timestamp(deferred.due_at!));
    expect(await applyMailEvent(late, engine.api.config)).to.equal('ignored');
    await complete();
    expect(await applyMailEvent(late, engine.api.config)).to.equal('ignored');
    expect(await figures()).to.deep.equal({ status: 3, triggered: 4, delivered: 3, bounces: 1, in_doubt: 0 });
    expect(await applyMailEvent({ ...late, attempt: 2 }, engine.api.config)).to.equal('applied');
    expect((await figures())['bounces']).to.equal(2);
  });

  it('reaches addresses whose suppression was lifted', async () => {
    engine.mail.answer(() => null);
    const { body } = await ground.client.get('/suppressions?email=gone@example.com');
    const lift = () => ground.client.delete(`/suppressions/delete?id=${body.message.suppressions[0].id}`);
    expect((await lift()).status).to.equal(200);
    expect(await told(retry({ classes: ['gone'] }))).to.deep.equal([200, RETRIED]);
    await complete();
    expect(await rowOf('gone@example.com')).to.include({ state: 'accepted', attempts: 1 });
    expect(await rowOf('full1@example.com')).to.include({ state: 'bounced' });
  });

  it('skips addresses that this very send suppressed', async () => {
    engine.mail.answer(() => null);
    expect(await told(retry({ classes: ['gone'] }))).to.deep.equal([200, RETRIED]);
    await complete();
    expect(await rowOf('gone@example.com')).to.include({ state: 'skipped', skip_reason: 'bounced' });
    expect(sentTo('gone@example.com')).to.equal(0);
  });

  it('answers 409 when nothing can be retried, and 404 to other accounts', async () => {
    const failed = (status: number, errors: unknown) => [status, { status: 'failed', errors }];
    const other = await anAccount(engine.api);
    expect(await told(retry({}, other))).to.deep.equal(failed(404, 'Record not found'));
    expect(await told(retry({ classes: ['policy'] }))).to.deep.equal(
      failed(409, 'No mail of these classes was refused'),
    );
    expect((await retry({ classes: ['odd'] })).body.errors).to.deep.equal({
      classes: ['The selected classes is invalid.'],
    });
    await rows(Batch).updateMany({ mailing: subject.mailing }, { $set: { retired: 'going' } });
    expect(await told(retry())).to.deep.equal(
      failed(409, 'The mails of this single send are no longer stored'),
    );
    await rows(Batch).updateMany({ mailing: subject.mailing }, { $unset: { retired: '' } });
    expect(await told(retry())).to.deep.equal([200, RETRIED]);
    expect(await told(retry())).to.deep.equal(failed(409, 'Single send is not completed'));
    await ground.client.post(`/single-send/cancel?utr=${subject.utr}`);
    await complete();
    expect(await told(retry())).to.deep.equal(failed(409, 'Single send was cancelled'));
  });
});
