import { expect } from 'chai';
import { setClock } from '../../common/clock.ts';
import { signToken, tokenKey } from '../../common/domain/tokens.ts';
import { nextId } from '../../common/ids.ts';
import { Account } from '../../common/models/accounts.ts';
import { NotificationRecipient } from '../../common/models/notification-recipients.ts';
import { Sender } from '../../common/models/senders.ts';
import { rows } from '../../common/mongo.ts';
import { noteUnsubscribed } from '../../common/queries/notices.ts';
import { dueConfirmations } from '../../common/queries/notification-recipients.ts';
import { mailConfirmation } from '../../worker/jobs/mail-confirmation.ts';
import type { Client } from '../support/api.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { subjects, told, watchers } from '../support/notices.ts';
import { layGround } from '../support/world.ts';

const DAY = 24 * 3600_000;
let addresses = 0;

describe('confirming notification mails', () => {
  let engine: Engine;
  let client: Client;
  let address: string;

  before(async () => {
    engine = await startEngine('pages-confirm');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    client = await engine.api.account();
    address = `asked-${++addresses}@reader.example`;
  });
  afterEach(() => {
    setClock();
    engine.mail.answer(() => null);
  });

  const goOn = (milliseconds: number) => setClock(() => Date.now() + milliseconds);
  const save = async (email_address = address, owner = client): Promise<number> => {
    await owner.post('/notification-recipient/save', { email_address, email_owner: 'BUY NOW' });
    return (await watchers(email_address)).at(-1)!._id;
  };
  const ask = (recipientId: number) => mailConfirmation({ recipientId }, engine.worker);
  const confirmedOf = async (owner = client): Promise<unknown[]> =>
    (await owner.get('/notification-recipients')).body.message.notifications.map(
      (one: { confirmed: number }) => one.confirmed,
    );
  const linkIn = async (to = address): Promise<string> => {
    const [read] = (await told(engine.mail, to)).slice(-1);
    return /\/confirm\/[\w-]{40}/.exec(read!.text!)![0];
  };
  const happens = async (owner = client): Promise<void> => {
    goOn(0);
    await noteUnsubscribed(owner.user_id, 'gone@example.com', { warn: () => {} });
    goOn(2 * 60_000);
    await engine.sweepOnce();
  };

  it('is asked by one mail, however often its job runs; its button, and no GET, lets notices come', async () => {
    const id = await save();
    expect(await confirmedOf()).to.deep.equal([0]);
    await Promise.all([ask(id), ask(id)]);
    await ask(id);
    await happens();
    expect(await subjects(engine.mail, address)).to.deep.equal(['Confirm that you want notifications']);
    const [mail] = await told(engine.mail, address);
    expect(`${mail!.text}${mail!.html}`).not.to.include('BUY NOW');

    const path = await linkIn();
    for (const method of ['GET', 'GET']) {
      const page = await engine.api.request(path, { method });
      expect(page.status).to.equal(200);
      expect(page.body)
        .to.include(address)
        .and.match(/<form method="post"><button>/);
    }
    expect(await confirmedOf()).to.deep.equal([0]);

    const done = await engine.api.request(path, { method: 'POST' });
    expect(done.status).to.equal(200);
    expect(done.body).to.include('Address confirmed');
    expect(await confirmedOf()).to.deep.equal([1]);
    const again = await engine.api.request(path, { method: 'POST' });
    expect(again.status).to.equal(410);
    expect(again.body).to.include('used already');
    await happens();
    expect((await subjects(engine.mail, address)).slice(1)).to.deep.equal([
      '1 person unsubscribed from all mails',
    ]);
  });

  it('counts for each spelling of the address in this account, and for no other account', async () => {
    const other = await engine.api.account();
    await save(address, other);
    const id = await save();
    await save(address.toUpperCase());
    await ask(id);
    await engine.api.request(await linkIn(), { method: 'POST' });
    expect(await confirmedOf()).to.deep.equal([1, 1]);
    expect(await confirmedOf(other)).to.deep.equal([0]);
    await save();
    expect(await confirmedOf(), 'added once more').to.deep.equal([1, 1, 1]);
  });

  it('is not asked of the account’s own address, a verified sender’s, and those from before', async () => {
    const { email } = (await rows(Account).findOne({ _id: client.user_id }))!;
    await save(email.toUpperCase());
    const { sender_id } = await layGround(client);
    const { from_email } = (await rows(Sender).findOne({ _id: sender_id }))!;
    await save(from_email);
    await rows(NotificationRecipient).insertOne({
      _id: await nextId('notification_recipients'),
      user_id: client.user_id,
      email_address: address,
      email_owner: 'Ada',
      created_at: new Date(),
      updated_at: new Date(),
    });
    expect(await confirmedOf()).to.deep.equal([1, 1, 1]);
    const ours = (await watchers(address)).map(({ _id }) => _id);
    expect(await dueConfirmations(new Date(Date.now() + DAY))).not.to.include.members(ours);
    await happens();
    expect(await subjects(engine.mail, address)).to.have.length(1);
  });

  it('comes with the verification of a sender of that address', async () => {
    const { sender_id } = await layGround(client);
    await rows(Sender).updateOne({ _id: sender_id }, { $set: { from_email: address, is_verified: 0 } });
    await save();
    expect(await confirmedOf()).to.deep.equal([0]);
    await client.get(`/sender/resend-mail?sender_id=${sender_id}`);
    const { verification } = (await rows(Sender).findOne({ _id: sender_id }))!;
    const key = tokenKey(engine.api.config.signingSecrets);
    await engine.api.request(`/verify/${signToken(key, 'verify', sender_id, verification!.nonce)}`, {
      method: 'POST',
    });
    expect(await confirmedOf()).to.deep.equal([1]);
  });

  it('is asked three times a week at most, whatever account asks; the next mail waits, and comes', async () => {
    const owners = [
      client,
      await engine.api.account(),
      await engine.api.account(),
      await engine.api.account(),
    ];
    const ids = [];
    for (const owner of owners) ids.push(await save(address, owner));
    for (const id of [...ids, ...ids]) await ask(id);
    expect(engine.mail.to(address)).to.have.length(3);
    goOn(6 * DAY);
    await engine.sweepOnce();
    expect(engine.mail.to(address)).to.have.length(3);
    goOn(7 * DAY + 60_000);
    await engine.sweepOnce();
    expect(engine.mail.to(address)).to.have.length(4);
    expect((await engine.api.request(await linkIn())).status, 'a link that waited').to.equal(200);
  });

  it('is tried again when no server takes the mail, and ends with its link after a week', async () => {
    const id = await save();
    engine.mail.answer(() => ({ code: 451, text: 'later' }));
    await ask(id);
    expect(engine.mail.to(address)).to.have.length(0);
    engine.mail.answer(() => null);
    goOn(60_000);
    await engine.sweepOnce();
    expect(engine.mail.to(address)).to.have.length(1);
    const path = await linkIn();
    goOn(8 * DAY);
    for (const method of ['GET', 'POST']) {
      const page = await engine.api.request(path, { method });
      expect(page.status).to.equal(410);
      expect(page.body).to.include('expired');
    }
    expect(await confirmedOf()).to.deep.equal([0]);
  });

  it('says nothing of tokens that are none, of another purpose, or of a recipient that is gone', async () => {
    const id = await save();
    const { nonce } = (await watchers(address))[0]!.confirmation!;
    const key = tokenKey(engine.api.config.signingSecrets);
    const good = `/confirm/${signToken(key, 'confirm', id, nonce)}`;
    for (const path of ['/confirm/x', `/confirm/${signToken(key, 'notifications', id)}`])
      for (const method of ['GET', 'POST'])
        expect((await engine.api.request(path, { method })).status).to.equal(404);
    const superseded = `/confirm/${signToken(key, 'confirm', id, (nonce + 1) % 2 ** 32)}`;
    expect((await engine.api.request(superseded, { method: 'POST' })).status).to.equal(410);
    await client.delete(`/notification-recipient/delete?id=${id}`);
    expect((await engine.api.request(good, { method: 'POST' })).status).to.equal(404);
    await ask(id);
    expect(engine.mail.to(address)).to.have.length(0);
  });
});
