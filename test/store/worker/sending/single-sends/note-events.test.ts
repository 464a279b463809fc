import { expect } from 'chai';
import { pauseMailing } from '../../../../../common/changes/mailings.ts';
import { signToken, tokenKey } from '../../../../../common/domain/tokens.ts';
import { Notice } from '../../../../../common/models/notices.ts';
import { Sender } from '../../../../../common/models/senders.ts';
import { SingleSend } from '../../../../../common/models/single-sends.ts';
import importContacts from '../../../../../worker/importing/import-contacts.ts';
import { noteHighBounces, noteStalled } from '../../../../../worker/notices/detect-stalled.ts';
import finishMailing from '../../../../../worker/sending/jobs/finish-mailing.ts';
import { startSingleSend } from '../../../../../worker/sending/single-sends/start.ts';
import { createSend, type Engine, openSend, people, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { perform } from '../../../../support/job-payloads.ts';
import { subjects, told, watch } from '../../../../support/notices.ts';
import { rows } from '../../../../support/rows.ts';
import { addContacts } from '../../../../support/world.ts';

describe('a notice to recipients', () => {
  let engine: Engine;
  let ground: Ground;
  let watcher: string;

  before(async () => {
    engine = await startEngine('worker-notices-events');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    watcher = await watch(ground.client);
  });
  afterEach(() => engine.mail.answer(() => null));

  const heard = async (): Promise<string[]> => {
    await engine.sweepOnce();
    return subjects(engine.mail, watcher);
  };
  const last = async () => (await told(engine.mail, watcher)).at(-1)!;

  it('reports the end of an import with its counts, once even if its job runs again', async () => {
    const form = new FormData();
    form.set('contact_type_id', String(ground.contact_type_id));
    const csv = 'email,first_name\nada@x.example,Ada\nbob@x.example,Bob\nno address,Eve\n';
    form.set('file', new File([csv], 'people <b>.csv', { type: 'text/csv' }));
    const uploaded = await ground.client.post('/contacts/upload-csv', form);
    expect(uploaded.status, JSON.stringify(uploaded.body)).to.equal(200);
    const { id } = (await ground.client.get('/contacts/imports')).body.message.imports.at(-1);
    await Promise.all([1, 2].map(() => perform(importContacts, { importId: id }, engine.worker)));
    await perform(importContacts, { importId: id }, engine.worker);
    const expected = ['An import is complete: 2 added, 0 updated, 1 refused'];
    expect(await heard()).to.deep.equal(expected);
    expect(await heard()).to.deep.equal(expected);
    const { text, html } = await last();
    expect(text).to.include('Rows read: 3').and.include('Audience: Customers');
    expect(html).to.include('people &lt;b&gt;.csv').and.not.include('<b>');
  });

  it('reports the start and the completion of a send with its statistics, once even if their jobs run again', async () => {
    await addContacts(ground, people(3));
    const subject = await createSend(ground, { single_send_name: 'Spring news' });
    await startSingleSend({ singleSendId: subject.id, userId: subject.userId }, engine.worker);
    await startSingleSend({ singleSendId: subject.id, userId: subject.userId }, engine.worker);
    await engine.work();
    await finishMailing.run({ mailing: subject.mailing, userId: subject.userId }, engine.worker);
    await finishMailing.run({ mailing: subject.mailing, userId: subject.userId }, engine.worker);
    expect((await subject.details())['status']).to.equal(3);
    const expected = ['A campaign has started: 3 recipients', 'A campaign is complete: 3 of 3 delivered'];
    expect((await heard()).sort()).to.have.members(expected);
    expect((await heard()).sort()).to.have.members(expected);
    const complete = (await told(engine.mail, watcher)).find((read) => read.subject === expected[1]);
    expect(complete!.text)
      .to.include('Delivered: 3 (100 %)')
      .and.include('Bounced: 0 (0 %)')
      .and.include('It is “Spring news”.');
  });

  it('reports the completion, although the worker ended between the ledger and the send', async () => {
    await addContacts(ground, people(1));
    const subject = await openSend(engine, ground);
    await engine.sweepOnce();
    await engine.work();
    // The state after such a crash: noted, but not completed.
    await rows(SingleSend).updateOne({ _id: subject.id }, { $set: { status: 2, completed_at: null } });
    await rows(Notice).deleteOne({ _id: `send-completed-${subject.id}` });
    await engine.sweepOnce();
    expect((await subject.details())['status']).to.equal(3);
    expect(await rows(Notice).countDocuments({ _id: `send-completed-${subject.id}` })).to.equal(1);
  });

  it('reports a hold once, and again when the send was changed and is held again', async () => {
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified: 0 } });
    const subject = await createSend(ground, { single_send_name: 'Autumn' });
    for (let times = 0; times < 3; times += 1)
      await startSingleSend({ singleSendId: subject.id, userId: subject.userId }, engine.worker);
    const expected = ['A campaign is held: its sender is not confirmed'];
    expect(await heard()).to.deep.equal(expected);
    await rows(SingleSend).updateOne({ _id: subject.id }, { $set: { updated_at: new Date() } });
    await startSingleSend({ singleSendId: subject.id, userId: subject.userId }, engine.worker);
    expect(await heard()).to.deep.equal([...expected, ...expected]);
  });

  it('reports a hold whose job was lost, but not the hold of a copy', async () => {
    const subject = await createSend(ground, {
      template_html: '',
      template_id: 1,
      single_send_name: 'Empty',
    });
    await ground.client.get(`/single/send/duplicate?utr=${subject.utr}`);
    await noteStalled(engine.worker);
    await noteStalled(engine.worker);
    expect(await heard()).to.include('A campaign is held: its email is empty');
    const draft = await createSend(ground, { single_send_name: 'Draft' });
    await ground.client.get(`/single/send/duplicate?utr=${draft.utr}`);
    await noteStalled(engine.worker);
    await heard();
    const texts = (await told(engine.mail, watcher)).map((read) => read.text);
    expect(texts.filter((text) => text!.includes('“Empty”'))).to.have.length(1);
    expect(texts.filter((text) => text!.includes('Copy of Draft'))).to.deep.equal([]);
  });

  it('reports an automatic pause', async () => {
    await addContacts(ground, people(1));
    const subject = await openSend(engine, ground, { single_send_name: 'Stuck' });
    await pauseMailing(subject.userId, subject.mailing, 'refused');
    await noteStalled(engine.worker);
    await noteStalled(engine.worker);
    expect((await heard()).filter((one) => one.includes('paused'))).to.deep.equal([
      'A campaign is paused: mail servers refuse its emails',
    ]);
  });

  for (const { size, bounces, expected } of [
    { size: 40, bounces: 3, expected: ['A campaign: 7.5 % of its emails bounced'] },
    { size: 40, bounces: 2, expected: [] },
    { size: 19, bounces: 19, expected: [] },
  ]) {
    it(`reports more than 5 % bounces of at least 20 mails: ${bounces} of ${size}`, async () => {
      await addContacts(ground, people(size));
      const gone = new Set(people(bounces));
      engine.mail.answer((address) => (gone.has(address) ? { code: 550, text: '5.1.1 unknown' } : null));
      const subject = await openSend(engine, ground, { single_send_name: 'Bouncing' });
      await engine.sweepOnce();
      await finishMailing.run({ mailing: subject.mailing, userId: subject.userId }, engine.worker);
      await engine.sweepOnce();
      expect((await subject.details())['status']).to.equal(3);
      expect((await heard()).filter((one) => one.includes('bounced'))).to.deep.equal(expected);
    });
  }

  it('reports bounces while the send is running', async () => {
    await addContacts(ground, people(30));
    const later = new Set(people(30).slice(25));
    const gone = new Set(people(5));
    engine.mail.answer((address) => {
      if (later.has(address)) return { code: 451, text: '4.7.1 later' };
      return gone.has(address) ? { code: 550, text: '5.1.1 unknown' } : null;
    });
    const subject = await openSend(engine, ground, { single_send_name: 'Running' });
    await engine.sweepOnce();
    expect((await subject.details())['status']).to.equal(2);
    await noteHighBounces(engine.worker);
    await noteHighBounces(engine.worker);
    const said = (await heard()).filter((one) => one.includes('bounced'));
    expect(said).to.have.length(1);
  });

  it('reports each start and pause of an automation', async () => {
    const { client, contact_type_id, unsubscribe_group_id } = ground;
    const made = await client.post('/automations/create', {
      automation_name: 'Welcome',
      type: 'welcome',
      automation_for: `contacts_${contact_type_id}`,
      unsubscribe_group_id,
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    const [automation] = (await client.get('/automations')).body.message.automations;
    const setLive = () => client.get(`/automations/set-live?utr=${automation.utr}`);
    const pause = () => client.get(`/automations/pause?utr=${automation.utr}`);
    await setLive();
    await setLive();
    await pause();
    await pause();
    await setLive();
    expect((await heard()).sort()).to.deep.equal([
      'An automation is on, with 0 emails',
      'An automation is on, with 0 emails',
      'An automation is paused',
    ]);
  });

  it('reports the verification of a sender, once even if two people confirm it', async () => {
    const { verification } = (await rows(Sender).findOne({ _id: ground.sender_id }))!;
    const key = tokenKey(engine.api.config.appSecret);
    const path = `/verify/${signToken(key, 'verify', { account: ground.client.user_id, id: ground.sender_id }, verification!.nonce)}`;
    await Promise.all([1, 2, 3].map(() => engine.api.request(path, { method: 'POST' })));
    expect(await heard()).to.deep.equal(['A sender is confirmed']);
  });
});
