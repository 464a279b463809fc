import { expect } from 'chai';
import mongoose from 'mongoose';
import { INERT_TOKEN } from '../../../common/domain/tokens.ts';
import type { JobPayloads } from '../../../common/jobs/catalogue.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { MailCount } from '../../../common/models/mail-counts.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Sender } from '../../../common/models/senders.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { StoreState } from '../../../common/models/store-states.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { TestMail } from '../../../common/models/test-mails.ts';
import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';
import { believedStop } from '../../../common/quotas/sending.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts, detailsOf } from '../../support/world.ts';

const SENT = { status: 'success', message: 'Test Sent Successfully' };
type Fields = Readonly<Record<string, unknown>>;

describe('a test of a single send', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('contract-single-send-test', { RATE_CALLS: '0' });
  });
  after(() => engine.stop());
  beforeEach(async () => {
    engine.mail.mails.length = 0;
    engine.rung.length = 0;
    engine.mail.answer(() => null);
    ground = await engine.ground();
    await rows(TestMail).deleteMany({});
  });

  async function createSend(fields: Fields = {}): Promise<string> {
    const answer = await ground.client.post(
      '/single/send/create',
      aSend(ground, { schedule_type: 1, schedule_date: '2099-01-01', schedule_time: '10:00:00', ...fields }),
    );
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    engine.rung.length = 0;
    return answer.body.utr;
  }
  const test = (fields: Fields) => ground.client.post('/single/send/test', fields);
  async function told(fields: Fields): Promise<[number, unknown]> {
    const { status, body } = await test(fields);
    return [status, body.errors];
  }
  /** The job of the test that waits. */
  async function waiting(): Promise<JobPayloads['send-test']> {
    const { _id: testId, user_id: userId } = (await rows(TestMail).findOne({}))!;
    return { testId, userId };
  }
  const content = (fields: Fields = {}) => {
    const { template_id, template_html, sender_id, unsubscribe_group_id, subject, preheader } = aSend(ground);
    return { template_id, template_html, sender_id, unsubscribe_group_id, subject, preheader, ...fields };
  };

  it('goes to each address, as the contact would get the mail', async () => {
    await addContacts(ground, ['grace@example.com'], { first_name: 'Grace' });
    const contact = await rows(Contact).findOne({ user_id: ground.client.user_id });
    const utr = await createSend({
      template_html: '<p>Hello ((first_name)) at ((email)) <a href="https://shop.example/">Shop</a></p>',
    });
    const answer = await test({
      utr,
      email_address: 'ada@example.com, Bob@example.com, ADA@example.com',
      contact_id: contact!._id,
    });
    expect([answer.status, answer.body]).to.deep.equal([200, SENT]);
    await engine.sweepOnce();
    expect(engine.mail.mails.map(({ to }) => to).sort()).to.deep.equal([
      'ADA@example.com',
      'Bob@example.com',
    ]);
    const [caught] = engine.mail.to('Bob@example.com');
    expect(caught!.from).to.equal('ada@sender.example');
    const mail = await engine.mail.read(caught!);
    expect(mail.subject).to.equal('[Test] News for Grace');
    expect(mail.to).to.deep.equal([{ address: 'Bob@example.com', name: '' }]);
    expect(mail.html).to.include('Hello Grace at grace@example.com <a href="https://shop.example/">Shop</a>');
    expect(mail.html).to.include(`/preferences/${INERT_TOKEN}`).and.not.include('/o/');
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).to.match(new RegExp(`^<http.*/unsubscribe/${INERT_TOKEN}>$`));
    expect(headers.get('message-id')).to.match(/^<test-[\da-f-]{36}-2@localhost>$/);
    expect(headers.has('feedback-id')).to.equal(false);
  });

  it('goes out with the content of a create, too', async () => {
    expect((await test(content({ email_address: 'ada@example.com' }))).body).to.deep.equal(SENT);
    await engine.sweepOnce();
    expect((await engine.mail.read(engine.mail.mails[0]!)).html).to.include('Hello you');
  });

  it('replaces what is stored by what is given', async () => {
    const utr = await createSend();
    await test({
      utr,
      email_address: 'ada@example.com',
      subject: 'Another',
      template_html: '<p>Not saved yet</p>',
    });
    await engine.sweepOnce();
    const mail = await engine.mail.read(engine.mail.mails[0]!);
    expect(mail.subject).to.equal('[Test] Another');
    expect(mail.html).to.include('Not saved yet');
    const [send] = (await ground.client.get(`/single-send/details?utr=${utr}`)).body.message.singleSend;
    expect(send.subject).to.equal('News for ((first_name))');
  });

  it('counts nowhere, and leaves nothing behind', async () => {
    const utr = await createSend();
    const rest = async () => ({ ...(await detailsOf(ground.client, utr)), last_test: null });
    const before = await rest();
    await test({ utr, email_address: 'ada@example.com' });
    await engine.sweepOnce();
    expect(await rest()).to.deep.equal(before);
    for (const model of [Delivery, Mailing])
      expect(await model.driver.countDocuments({ user_id: ground.client.user_id })).to.equal(0);
    expect(await MailCount.countDocuments({ _id: new RegExp(` ${ground.client.user_id}$`) })).to.equal(0);
    expect(await rows(TestMail).countDocuments({})).to.equal(0);
  });

  it('is noted at its send, with whether the mail has changed since', async () => {
    const utr = await createSend();
    const last = async (of = utr) => (await detailsOf(ground.client, of)).last_test;
    expect(await last()).to.equal(null);
    await test({ utr, email_address: 'suppressed@' });
    expect(await last()).to.equal(null);
    await test({ utr, email_address: 'ada@example.com' });
    const { at, changed } = (await last())!;
    expect(Date.now() - Date.parse(at)).to.be.within(0, 60_000);
    expect(changed).to.equal(false);
    const update = async (fields: Fields): Promise<void> => {
      const answer = await ground.client.post(
        '/single/send/update',
        aSend(ground, { utr, draft: 1, ...fields }),
      );
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    };
    await update({ single_send_name: 'Another name' });
    expect(await last()).to.deep.equal({ at, changed: false });
    for (const fields of [{ subject: 'Another' }, { template_html: '<p>Another</p>' }]) {
      await update(fields);
      expect(await last(), JSON.stringify(fields)).to.deep.equal({ at, changed: true });
    }
    await update({});
    expect(await last()).to.deep.equal({ at, changed: false });
    const { _id } = (await rows(Sender).findOne({ _id: ground.sender_id }))!;
    for (const part of ['from_name', 'from_email', 'reply_to_email', 'company_address'] as const) {
      const { [part]: before } = (await rows(Sender).findOne({ _id }))!;
      await rows(Sender).updateOne({ _id }, { $set: { [part]: 'another@sender.example' } });
      expect(await last(), part).to.deep.equal({ at, changed: true });
      await rows(Sender).updateOne({ _id }, { $set: { [part]: before } });
      expect(await last(), part).to.deep.equal({ at, changed: false });
    }
    const group = { _id: ground.unsubscribe_group_id };
    const { group_name } = (await rows(UnsubscribeGroup).findOne(group))!;
    await rows(UnsubscribeGroup).updateOne(group, { $set: { group_name: 'Another' } });
    expect(await last()).to.deep.equal({ at, changed: true });
    await rows(UnsubscribeGroup).updateOne(group, { $set: { group_name } });
    expect(await last()).to.deep.equal({ at, changed: false });
    // A test of content that is not stored is of another mail than the stored one.
    await test({ utr, email_address: 'ada@example.com', subject: 'Not stored' });
    expect((await last())!.changed).to.equal(true);
    const copy = (await ground.client.post(`/single/send/duplicate?utr=${utr}`, {})).body.utr;
    expect(await last(copy)).to.equal(null);
  });

  it('sends nothing when it cannot be noted, so that a retry sends one', async () => {
    const utr = await createSend();
    const refuseNotes = (refuse: boolean) =>
      mongoose.connection.db!.command({
        collMod: SingleSend.name,
        validator: refuse ? { last_test: null } : {},
      });
    const fields = { utr, email_address: 'ada@example.com' };
    await refuseNotes(true);
    try {
      expect((await test(fields)).status).to.equal(500);
    } finally {
      await refuseNotes(false);
    }
    expect(await rows(TestMail).countDocuments({})).to.equal(0);
    expect((await test(fields)).status).to.equal(200);
    expect(await rows(TestMail).countDocuments({})).to.equal(1);
    expect((await detailsOf(ground.client, utr)).last_test.changed).to.equal(false);
  });

  it('needs the inputs of a create', async () => {
    expect(await told({})).to.deep.equal([
      422,
      Object.fromEntries(
        ['email_address', 'template_id', 'sender_id', 'unsubscribe_group_id', 'subject', 'preheader'].map(
          (key) => [key, [`The ${key.replaceAll('_', ' ')} field is required.`]],
        ),
      ),
    ]);
    expect(
      await told(content({ email_address: 'ada@example.com', sender_id: 999_999, template_id: 77 })),
    ).to.deep.equal([
      422,
      {
        template_id: ['The selected template id is invalid.'],
        sender_id: ['The selected sender id is invalid.'],
      },
    ]);
    expect(await told({ utr: 'nothing', email_address: 'ada@example.com' })).to.deep.equal([
      404,
      'Record not found',
    ]);
    const mjml = JSON.stringify({ mjml: '<mjml><mj-body><mj-nope/></mj-body></mjml>' });
    expect(
      await told(content({ email_address: 'a@example.com', template_html: '', template_json: mjml })),
    ).to.deep.equal([
      422,
      {
        template_json: [
          'The template json field can not be used: line 1: <mj-nope> is no element of MJML; use one that is, or put HTML into <mj-text>.',
        ],
      },
    ]);
  });

  it('goes to at most ten addresses', async () => {
    const addresses = (count: number) => Array.from({ length: count }, (_, n) => `t${n}@example.com`).join();
    expect(await told(content({ email_address: addresses(11) }))).to.deep.equal([
      422,
      { email_address: ['The email address field must not have more than 10 items.'] },
    ]);
    expect((await test(content({ email_address: addresses(10) }))).status).to.equal(200);
    expect(await told(content({ email_address: 'ada@example.com,no address' }))).to.deep.equal([
      422,
      { email_address: ['The email address field must be a valid email address: no address.'] },
    ]);
  });

  it('fails without a verified sender, or with an empty template', async () => {
    expect(await told(content({ email_address: 'a@example.com', template_html: '' }))).to.deep.equal([
      409,
      'Template is empty',
    ]);
    const utr = await createSend();
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified: 0 } });
    expect(await told({ utr, email_address: 'a@example.com' })).to.deep.equal([
      409,
      'Sender is not verified',
    ]);
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { deleted_at: new Date() } });
    expect(await told({ utr, email_address: 'a@example.com' })).to.deep.equal([409, 'Sender was deleted']);
    expect(await rows(TestMail).countDocuments({})).to.equal(0);
  });

  it('skips recipients who unsubscribed from all mails or are suppressed', async () => {
    await ground.client.post('/global-unsubscribes/save', { email_address: 'stop@example.com' });
    await ground.client.post('/suppressions/save', { email_address: 'no@example.com' });
    await ground.client.post('/unsubscribes-groups/manually-add', {
      unsubscribe_groups_id: ground.unsubscribe_group_id,
      email_address: 'group@example.com',
    });
    const { status, body } = await test(
      content({ email_address: 'ada@example.com,Stop@example.com,no@example.com' }),
    );
    expect([status, body]).to.deep.equal([
      422,
      {
        status: 'failed',
        errors: { email_address: ['The selected email address is invalid.'] },
        hints: {
          email_address: [
            'Stop@example.com unsubscribed from all mails of this account; see global-unsubscribes.',
            'no@example.com is suppressed; see suppressions.',
          ],
        },
      },
    ]);
    // A colleague who left one list may look at its tests.
    expect((await test(content({ email_address: 'group@example.com' }))).status).to.equal(200);
  });

  it('stays within fifty mails an hour, all or none of a call', async () => {
    const ten = (call: number) => Array.from({ length: 10 }, (_, n) => `t${call}-${n}@example.com`).join();
    for (let call = 0; call < 4; call += 1)
      expect((await test(content({ email_address: ten(call) }))).status).to.equal(200);
    expect((await test(content({ email_address: 'one@example.com' }))).status).to.equal(200);
    const refused = await test(content({ email_address: ten(5) }));
    expect([refused.status, refused.body.errors]).to.deep.equal([429, 'Too Many Requests']);
    expect(refused.body.hints).to.deep.equal({ limit: ['50 test mails an hour'] });
    expect(Number(refused.headers.get('retry-after'))).to.be.within(3500, 3600);
    expect((await test(content({ email_address: 'nine@example.com' }))).status).to.equal(200);
    expect((await test({ ...content({ email_address: 'other@example.com' }) })).status).to.equal(200);
    const own = await engine.ground();
    const others = await own.client.post('/single/send/test', {
      ...content({ email_address: 'ada@example.com' }),
      sender_id: own.sender_id,
      unsubscribe_group_id: own.unsubscribe_group_id,
    });
    expect(others.status).to.equal(200);
  });

  it('fails when the quota of mails is used up', async () => {
    const another = await engine.api.another({ QUOTA_MAILS_PER_DAY: '1' });
    const key = `${new Date().toISOString().slice(0, 10)} ${ground.client.user_id}`;
    await MailCount.insertOne({ _id: key, taken: 1, expires_at: new Date(Date.now() + 3600_000) });
    const { public_key: PublicKey, secret_key: SecretKey } = ground.client;
    const { status, body } = await another.request('/api/single/send/test', {
      method: 'POST',
      headers: { PublicKey, SecretKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(content({ email_address: 'ada@example.com' })),
    });
    expect([status, body.errors]).to.deep.equal([409, 'Quota reached: mails_per_day (see GET quotas)']);
    await another.stop();
  });

  it('waits while an operator has stopped all sending', async () => {
    await test(content({ email_address: 'ada@example.com' }));
    const payload = await waiting();
    await StoreState.updateOne(
      { _id: 'store' },
      { $set: { sending_stopped: { at: new Date(), reason: 'x' } } },
      { upsert: true },
    );
    believedStop.clear();
    try {
      await until(async () => {
        await rows(TestMail).updateMany({}, { $set: { due_at: new Date(0) } });
        await engine.run('send-test', payload);
        return engine.mail.mails.length === 0 && (await rows(TestMail).findOne({}))!.due_at > new Date();
      }, 'the test to be put back');
    } finally {
      await StoreState.updateOne({ _id: 'store' }, { $set: { sending_stopped: null } });
      believedStop.clear();
    }
    await until(async () => {
      await rows(TestMail).updateMany({}, { $set: { due_at: new Date(0) } });
      await engine.sweepOnce();
      return engine.mail.mails.length === 1;
    }, 'the test to be sent');
    expect(await rows(TestMail).countDocuments({})).to.equal(0);
  });

  it('goes out once, however often the job runs', async () => {
    await test(content({ email_address: 'ada@example.com,bob@example.com' }));
    const payload = await waiting();
    await Promise.all([engine.run('send-test', payload), engine.run('send-test', payload)]);
    await engine.run('send-test', payload);
    expect(engine.mail.mails.map(({ to }) => to)).to.deep.equal(['ada@example.com', 'bob@example.com']);
  });

  it('leaves the rest to another worker that has it by now', async () => {
    await test(content({ email_address: 'ada@example.com,bob@example.com' }));
    const payload = await waiting();
    engine.mail.answer(async () => {
      await rows(TestMail).updateOne({ _id: payload.testId }, { $set: { claim: 'another worker' } });
      return null;
    });
    await engine.run('send-test', payload);
    expect(engine.mail.mails.map(({ to }) => to)).to.deep.equal(['ada@example.com']);
    expect((await rows(TestMail).findOne({}))!.recipients.map(({ begun }) => begun)).to.deep.equal([
      true,
      false,
    ]);
  });

  it('goes out by the sweep when the ring was lost', async () => {
    await test(content({ email_address: 'ada@example.com' }));
    await engine.sweepOnce();
    expect(engine.mail.mails).to.have.length(1);
  });

  it('tries again when a server says “later”, and ends when it says no', async () => {
    engine.mail.answer((to) => {
      if (to.startsWith('later')) return { code: 451, text: '4.3.0 try again' };
      return to.startsWith('gone') ? { code: 550, text: '5.1.1 no such user' } : null;
    });
    await test(content({ email_address: 'later@example.com,gone@example.com,ada@example.com' }));
    await engine.sweepOnce();
    expect(engine.mail.mails.map(({ to }) => to)).to.deep.equal(['ada@example.com']);
    const left = (await rows(TestMail).findOne({}))!;
    expect(left.recipients.map(({ address, state }) => [address, state])).to.deep.equal([
      ['later@example.com', 'waiting'],
      ['gone@example.com', 'done'],
      ['ada@example.com', 'done'],
    ]);
    expect(left.due_at.getTime() - Date.now()).to.be.within(20_000, 31_000);
    const [suspected] = await rows(Suppression).find({ user_id: ground.client.user_id }).toArray();
    expect([suspected!.email_address, suspected!.state]).to.deep.equal(['gone@example.com', 'suspected']);
    engine.mail.answer(() => null);
    await rows(TestMail).updateMany({}, { $set: { due_at: new Date(0) } });
    await engine.sweepOnce();
    expect(engine.mail.mails.map(({ to }) => to)).to.deep.equal(['ada@example.com', 'later@example.com']);
    expect(await rows(TestMail).countDocuments({})).to.equal(0);
  });

  it('ends with its sender, and after an hour', async () => {
    await test(content({ email_address: 'ada@example.com' }));
    await rows(TestMail).updateMany({}, { $set: { created_at: new Date(Date.now() - 3601_000) } });
    await engine.sweepOnce();
    expect(await rows(TestMail).countDocuments({})).to.equal(0);
    await test(content({ email_address: 'ada@example.com' }));
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified: 0 } });
    await engine.sweepOnce();
    expect([engine.mail.mails.length, await rows(TestMail).countDocuments({})]).to.deep.equal([0, 0]);
  });

  it('goes out once more, or stays in doubt, after its worker died', async () => {
    for (const [inDoubt, mails] of [
      ['resend', 1],
      ['hold', 0],
    ] as const) {
      engine.mail.mails.length = 0;
      await test(content({ email_address: 'ada@example.com' }));
      engine.rung.length = 0;
      // A worker that is killed between the hand-over and its record leaves this state.
      await rows(TestMail).updateMany(
        {},
        { $set: { 'recipients.0.begun': true, claim: 'dead', due_at: new Date(0) } },
      );
      await engine.sweepOnce(engine.another({}, { inDoubt }));
      expect([inDoubt, engine.mail.mails.length, await rows(TestMail).countDocuments({})]).to.deep.equal([
        inDoubt,
        mails,
        0,
      ]);
    }
  });
});
