import { expect } from 'chai';
import { markDirty, refreshFigures } from '../../../../common/changes/figures.ts';
import { applyMailEvent } from '../../../../common/changes/mail-events.ts';
import type { MailEvent } from '../../../../common/domain/mail-events.ts';
import { Batch } from '../../../../common/models/batches.ts';
import { Delivery } from '../../../../common/models/deliveries.ts';
import { Mailing } from '../../../../common/models/mailings.ts';
import { Suppression } from '../../../../common/models/suppressions.ts';
import { type Api, type Client, startApi } from '../../../support/api.ts';
import { type SentMail, writeSentMail } from '../../../support/ledger.ts';
import { rows } from '../../../support/rows.ts';

describe('a late report about a mail', () => {
  let api: Api;
  let client: Client;
  let mail: SentMail;

  before(async () => {
    api = await startApi('mail-events');
  });
  after(() => api.stop());
  beforeEach(async () => {
    client = await api.account();
    mail = await writeSentMail(api, { userId: client.user_id });
  });

  const report = (kind: MailEvent['kind'], more: Partial<MailEvent> = {}): MailEvent => ({
    kind,
    account: client.user_id,
    delivery: mail.id,
    attempt: 1,
    recipient: mail.email,
    class: kind === 'bounced' ? 'gone' : 'unknown',
    rule: 'test',
    reply: '550 5.1.1 nobody',
    ...more,
  });
  const apply = (kind: MailEvent['kind'], more: Partial<MailEvent> = {}) =>
    applyMailEvent(report(kind, more), api.config);
  const suppressions = () =>
    rows(Suppression)
      .find({ user_id: client.user_id }, { sort: { _id: 1 } })
      .toArray();
  const figures = () => refreshFigures(client.user_id, mail.mailing);

  it('moves one mail from delivered to bounces, once', async () => {
    await markDirty(client.user_id, [mail.batch]);
    expect(await figures()).to.deep.include({ accepted: 1, bounced: 0 });
    expect(await apply('bounced', { recipient: mail.email.toUpperCase() })).to.equal('applied');
    expect(await apply('bounced')).to.equal('repeated');
    expect(await mail.row()).to.deep.include({
      state: 'bounced',
      class: 'gone',
      rule: 'test',
      attempts: 1,
      reply: '550 5.1.1 nobody',
    });
    expect(await figures()).to.deep.include({ accepted: 0, bounced: 1, triggered: 1, gone: 1 });
    expect((await suppressions()).map(({ reason, class: name }) => [reason, name])).to.deep.equal([
      ['bounced', 'gone'],
    ]);
  });

  it('counts once among many reports of one bounce at once', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => apply('bounced')));
    expect(results.filter((result) => result === 'applied')).to.have.length(1);
    expect(await figures()).to.deep.include({ accepted: 0, bounced: 1 });
    expect(await suppressions()).to.have.length(1);
  });

  it('suppresses no address when its bounce is about us', async () => {
    expect(await apply('bounced', { class: 'policy', reply: '5.7.1 spam' })).to.equal('applied');
    expect(await suppressions()).to.have.length(0);
    expect((await mail.row()).state).to.equal('bounced');
  });

  it('changes nothing, as foreign, when it is of no delivery', async () => {
    for (const kind of ['bounced', 'complained', 'unsubscribed'] as const)
      expect(await apply(kind, { delivery: 999_999_999 })).to.equal('foreign');
    expect((await mail.row()).state).to.equal('accepted');
    expect(await suppressions()).to.have.length(0);
    expect(await apply('bounced', { recipient: null })).to.equal('applied');
  });

  it('counts with any address that it names, and a bounce uses the report about its recipient first', async () => {
    const recipient = 'other@example.com';
    for (const kind of ['complained', 'unsubscribed'] as const)
      expect(await apply(kind, { recipient })).to.equal('applied');
    const ours = { recipient: mail.email, reply: '552 5.2.2 full', class: 'full', rule: 'ours' } as const;
    expect(await apply('bounced', { recipient, others: [ours] })).to.equal('applied');
    const { reply, class: name, rule } = await mail.row();
    expect({ reply, name, rule }).to.deep.equal({ reply: '552 5.2.2 full', name: 'full', rule: 'ours' });
  });

  it('changes nothing as a bounce of another attempt, or as a delay', async () => {
    await rows(Delivery).updateOne({ _id: mail.id }, { $set: { attempts: 1 } });
    expect(await apply('bounced', { attempt: 1 })).to.equal('ignored');
    expect(await apply('bounced', { attempt: 3 })).to.equal('ignored');
    expect(await apply('deferred', { attempt: 2 })).to.equal('ignored');
    expect((await mail.row()).state).to.equal('accepted');
    expect(await apply('bounced', { attempt: 2 })).to.equal('applied');
    expect(await apply('bounced', { attempt: 2 })).to.equal('repeated');
  });

  it('stays when its bounce comes before the acceptance is written', async () => {
    await rows(Delivery).updateOne({ _id: mail.id }, { $set: { state: 'pending' } });
    expect(await apply('bounced')).to.equal('applied');
    expect((await mail.row()).state).to.equal('bounced');
  });

  it('ends the doubt about a mail when it is a bounce', async () => {
    await rows(Delivery).updateOne(
      { _id: mail.id },
      { $set: { state: 'in_doubt', attempts: 1, in_doubt_at: new Date() } },
    );
    expect(await apply('bounced')).to.equal('applied');
    expect(await figures()).to.deep.include({ in_doubt: 0, bounced: 1, triggered: 1 });
  });

  it('takes the address off the account as a complaint, and counts once', async () => {
    expect(await apply('complained', { reply: 'abuse' })).to.equal('applied');
    expect(await apply('complained', { reply: 'abuse' })).to.equal('repeated');
    expect((await suppressions()).map((one) => [one.reason, one.unsubscribe_groups_id])).to.have.deep.members(
      [
        ['unsubscribed', null],
        ['complained', null],
      ],
    );
    expect(await figures()).to.deep.include({ accepted: 1, complaints: 1 });
    expect((await mail.row()).complained_at).to.be.an.instanceOf(Date);
  });

  it('leaves the group of the mail as an unsubscribe, as one click does', async () => {
    expect(await apply('unsubscribed')).to.equal('applied');
    expect(await apply('unsubscribed')).to.equal('repeated');
    expect((await suppressions()).map((one) => [one.reason, one.unsubscribe_groups_id])).to.deep.equal([
      ['unsubscribed', mail.groupId],
    ]);
    expect(await figures()).to.deep.include({ unsubscribes: 1 });
  });

  it('completes when it comes again after a crash between two writes', async () => {
    const deliveries = rows(Delivery);
    const { updateOne } = deliveries;
    for (const kind of ['bounced', 'complained'] as const) {
      deliveries.updateOne = async () => {
        throw new Error('crash');
      };
      await apply(kind).then(
        () => expect.fail('it did not crash'),
        () => {},
      );
      deliveries.updateOne = updateOne;
      expect(await apply(kind)).to.equal('applied');
    }
    expect(await suppressions()).to.have.length(3);
    expect(await figures()).to.deep.include({ accepted: 0, bounced: 1, complaints: 1 });
  });

  it('pauses the send that runs, once, when there are too many complaints', async () => {
    await rows(Batch).updateOne(
      { mailing: mail.mailing },
      { $set: { figures: { ...(await figures()), accepted: 1, triggered: 1 } } },
    );
    // Another batch that was counted: a thousand mails, two complaints.
    const [found] = await rows(Batch).find({ _id: mail.batch }).toArray();
    await rows(Batch).insertOne({
      ...found!,
      _id: found!._id + 1_000_000,
      first: found!.first + 1_000_000,
      last: found!.last + 1_000_999,
      figures: { ...found!.figures!, accepted: 999, triggered: 999, complaints: 2 },
      dirty_at: null,
    });
    await rows(Mailing).updateOne({ _id: mail.mailing }, { $set: { state: 'open' } });
    expect(await apply('complained')).to.equal('applied');
    const read = () => rows(Mailing).findOne({ _id: mail.mailing });
    expect(await read()).to.deep.include({ paused_reason: 'too_many_complaints', brakes: ['complaints'] });
  });
});
