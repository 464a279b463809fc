import { expect } from 'chai';
import { noteUnsubscribed } from '../../../common/changes/notices.ts';
import { setClock } from '../../../common/clock.ts';
import { resumeSending, stopSending } from '../../../common/commands/sending-stop.ts';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { Account } from '../../../common/models/accounts.ts';
import { NotificationRecipient } from '../../../common/models/notification-recipients.ts';
import { Sender } from '../../../common/models/senders.ts';
import { dueConfirmations } from '../../../common/queries/notification-recipients.ts';
import { believedStop } from '../../../common/quotas/sending.ts';
import { nextId } from '../../../common/store/ids.ts';
import mailConfirmation from '../../../worker/notices/jobs/mail-confirmation.ts';
import mailVerification from '../../../worker/notices/jobs/mail-verification.ts';
import type { WorkerContext } from '../../../worker/runtime/context.ts';
import type { Client } from '../../support/api.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { layGround } from '../../support/factories.ts';
import { perform } from '../../support/job-payloads.ts';
import { subjects, told, watchers } from '../../support/notices.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let addresses = 0;

describe('the confirmation of notification mails', () => {
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
  const ask = (recipientId: number, by = engine.worker) => perform(mailConfirmation, { recipientId }, by);
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

  it('sends one request, however often its job runs', async () => {
    const id = await save();
    await Promise.all([ask(id), ask(id)]);
    await ask(id);
    expect(await subjects(engine.mail, address)).to.deep.equal(['Confirm that you want notifications']);
  });

  it('sends a request without a text that the account typed', async () => {
    await ask(await save());
    const [mail] = await told(engine.mail, address);
    expect(`${mail!.text}${mail!.html}`).not.to.include('BUY NOW');
  });

  it('comes before the first notice', async () => {
    const id = await save();
    expect(await confirmedOf()).to.deep.equal([0]);
    await ask(id);
    await happens();
    expect(await subjects(engine.mail, address)).to.deep.equal(['Confirm that you want notifications']);
  });

  it('does not happen when a scanner opens the link', async () => {
    await ask(await save());
    const path = await linkIn();
    for (const method of ['GET', 'GET']) {
      const page = await engine.api.request(path, { method });
      expect(page.status).to.equal(200);
      expect(page.body)
        .to.include(address)
        .and.match(/<form method="post"><button>/);
    }
    expect(await confirmedOf()).to.deep.equal([0]);
  });

  it('happens by the button, and allows notices', async () => {
    await ask(await save());
    const done = await engine.api.request(await linkIn(), { method: 'POST' });
    expect(done.status).to.equal(200);
    expect(done.body).to.include('Address confirmed');
    expect(await confirmedOf()).to.deep.equal([1]);
    await happens();
    expect((await subjects(engine.mail, address)).slice(1)).to.deep.equal([
      '1 person unsubscribed from all emails',
    ]);
  });

  it('happens once by the same link', async () => {
    await ask(await save());
    const path = await linkIn();
    await engine.api.request(path, { method: 'POST' });
    const again = await engine.api.request(path, { method: 'POST' });
    expect(again.status).to.equal(410);
    expect(again.body).to.include('already used');
  });

  it('applies to each spelling of the address in this account', async () => {
    const id = await save();
    await save(address.toUpperCase());
    await ask(id);
    await engine.api.request(await linkIn(), { method: 'POST' });
    expect(await confirmedOf()).to.deep.equal([1, 1]);
    await save();
    expect(await confirmedOf(), 'added once more').to.deep.equal([1, 1, 1]);
  });

  it('does not apply to other accounts', async () => {
    const other = await engine.api.account();
    await save(address, other);
    await ask(await save());
    await engine.api.request(await linkIn(), { method: 'POST' });
    expect(await confirmedOf()).to.deep.equal([1]);
    expect(await confirmedOf(other)).to.deep.equal([0]);
  });

  it('needs no mail for the account’s own address, that of a verified sender, and older ones', async () => {
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
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

  it('follows from the verification of a sender with that address', async () => {
    const { sender_id } = await layGround(client);
    await rows(Sender).updateOne({ _id: sender_id }, { $set: { from_email: address, is_verified: 0 } });
    await save();
    expect(await confirmedOf()).to.deep.equal([0]);
    await client.get(`/sender/resend-mail?sender_id=${sender_id}`);
    const { verification } = (await rows(Sender).findOne({ _id: sender_id }))!;
    const key = tokenKey(engine.api.config.signingSecrets);
    await engine.api.request(
      `/verify/${signToken(key, 'verify', { account: client.user_id, id: sender_id }, verification!.nonce)}`,
      {
        method: 'POST',
      },
    );
    expect(await confirmedOf()).to.deep.equal([1]);
  });

  it('sends three requests a week for an account at most, and the next one later', async () => {
    const ids: number[] = [];
    for (let time = 0; time < 4; time += 1) ids.push(await save());
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

  it('sends a request for a second account, however often the first one has asked', async () => {
    for (let time = 0; time < 5; time += 1) await ask(await save());
    expect(engine.mail.to(address)).to.have.length(3);
    const other = await engine.api.account();
    await ask(await save(address, other));
    expect(engine.mail.to(address)).to.have.length(4);
    await engine.api.request(await linkIn(), { method: 'POST' });
    expect(await confirmedOf(other)).to.deep.equal([1]);
  });

  describe('together with the verification of senders, among many mails of an account', () => {
    /** Mails of an account in an hour. */
    const HOURLY = 6;
    let wave = 0;
    let worker: WorkerContext;
    const strangers: string[] = [];
    const reached = () =>
      engine.mail.mails.map(({ to }) => to).filter((to) => to.startsWith(`wave-${wave}-`));
    before(() => {
      const rates = { ...engine.worker.config.rates, accountVerifications: HOURLY };
      worker = engine.another({}, { rates });
    });

    /** Asks by turns for a sender and for a recipient, each with a stranger's address, and runs its job. */
    async function askMany(count: number): Promise<void> {
      wave += 1;
      strangers.length = 0;
      for (let number = 0; number < count; number += 1) {
        const stranger = `wave-${wave}-${number}@reader.example`;
        strangers.push(stranger);
        if (number % 2 === 0) await ask(await save(stranger), worker);
        else {
          const answer = await client.post('/sender/save', {
            from_name: 'Ada',
            from_email: stranger,
            reply_to_email: stranger,
            country_id: 1,
            company_address: '1 Main Street',
            nickname: 'ada',
          });
          expect(answer.status).to.equal(200);
          await mailVerification.run({ senderId: answer.body.id, userId: client.user_id }, worker);
        }
      }
    }

    it('waits from the mail on that is one too many for an hour, and follows the order of asking', async () => {
      const began = Date.now();
      await askMany(2 * HOURLY + 3);
      expect(reached()).to.deep.equal(strangers.slice(0, HOURLY));
      // A later one does not overtake those that wait.
      setClock(() => began + HOUR + 25_000);
      await ask(await save(`wave-${wave}-last@reader.example`), worker);
      expect(reached()).to.have.length(HOURLY);
      for (const [hours, count] of [
        [1, 2 * HOURLY],
        [2, 2 * HOURLY + 4],
      ] as const) {
        setClock(() => began + hours * HOUR + 5 * MINUTE);
        for (let round = 0; round < 3; round += 1) await engine.sweepOnce(worker);
        expect(reached().length, `after ${hours} hours`).to.equal(count);
      }
      expect(reached().slice(0, HOURLY)).to.have.ordered.members(strangers.slice(0, HOURLY));
      expect(reached().slice(HOURLY, 2 * HOURLY)).to.have.members(strangers.slice(HOURLY, 2 * HOURLY));
      expect(reached().slice(2 * HOURLY)).to.have.members([
        ...strangers.slice(2 * HOURLY),
        `wave-${wave}-last@reader.example`,
      ]);
    });

    it('gives a link that lasts a week from its mail on', async () => {
      const began = Date.now();
      await askMany(HOURLY + 2);
      setClock(() => began + HOUR + 5 * MINUTE);
      await engine.sweepOnce(worker);
      setClock(() => began + 7 * DAY + 30 * MINUTE);
      for (const late of strangers.slice(HOURLY)) {
        const [read] = await told(engine.mail, late);
        const [path] = /\/(?:confirm|verify)\/[\w-]{40}/.exec(read!.text!)!;
        expect((await engine.api.request(path)).status, late).to.equal(200);
      }
    });

    it('frees its places when links are used', async () => {
      await askMany(HOURLY);
      const path = await linkIn(strangers[0]);
      expect((await engine.api.request(path, { method: 'POST' })).status).to.equal(200);
      const next = `next-${address}`;
      await ask(await save(next), worker);
      await ask(await save(), worker);
      expect([engine.mail.to(next).length, engine.mail.to(address).length]).to.deep.equal([1, 0]);
    });

    it('does not delay another account', async () => {
      await askMany(HOURLY + 1);
      const other = await engine.api.account();
      await ask(await save(address, other), worker);
      expect(engine.mail.to(address)).to.have.length(1);
    });
  });

  it('waits while an operator has stopped all sending', async () => {
    const id = await save();
    await stopSending('a test');
    try {
      await until(async () => (await believedStop()) !== null, 'the stop');
      await ask(id);
      expect(engine.mail.to(address)).to.have.length(0);
    } finally {
      await resumeSending();
    }
    await until(async () => (await believedStop()) === null, 'the end of the stop');
    await ask(id);
    expect(engine.mail.to(address)).to.have.length(1);
  });

  it('sends the request again when no server takes the mail', async () => {
    const id = await save();
    engine.mail.answer(() => ({ code: 451, text: 'later' }));
    await ask(id);
    expect(engine.mail.to(address)).to.have.length(0);
    engine.mail.answer(() => null);
    goOn(60_000);
    await engine.sweepOnce();
    expect(engine.mail.to(address)).to.have.length(1);
  });

  it('expires after a week', async () => {
    await ask(await save());
    const path = await linkIn();
    goOn(8 * DAY);
    for (const method of ['GET', 'POST']) {
      const page = await engine.api.request(path, { method });
      expect(page.status).to.equal(410);
      expect(page.body).to.include('expired');
    }
    expect(await confirmedOf()).to.deep.equal([0]);
  });

  describe('with links that were not sent', () => {
    let id: number;
    let nonce: number;
    const press = (path: string) => engine.api.request(path, { method: 'POST' });
    const signed = (purpose: 'confirm' | 'notifications', second = 0) =>
      `/confirm/${signToken(tokenKey(engine.api.config.signingSecrets), purpose, { account: client.user_id, id }, second)}`;

    beforeEach(async () => {
      id = await save();
      ({ nonce } = (await watchers(address))[0]!.confirmation!);
    });

    it('answers 404 to an invalid token and one of another purpose', async () => {
      for (const path of ['/confirm/x', signed('notifications')])
        for (const method of ['GET', 'POST'])
          expect((await engine.api.request(path, { method })).status).to.equal(404);
    });

    it('answers 410 to a token of another mail', async () => {
      expect((await press(signed('confirm', (nonce + 1) % 2 ** 32))).status).to.equal(410);
    });

    it('answers 404 after the recipient was deleted, and sends no request', async () => {
      await client.delete(`/notification-recipient/delete?id=${id}`);
      expect((await press(signed('confirm', nonce))).status).to.equal(404);
      await ask(id);
      expect(engine.mail.to(address)).to.have.length(0);
    });
  });
});
