import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { Sender } from '../../../common/models/senders.ts';
import { dueVerifications } from '../../../common/queries/senders.ts';
import mailVerification from '../../../worker/notices/jobs/mail-verification.ts';
import { createWorker, type Worker } from '../../../worker/worker.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { tampered } from '../../support/ledger.ts';
import { mailOf } from '../../support/mail-of.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { rows } from '../../support/rows.ts';

const DAY = 24 * 3600_000;

describe('the verification of a sender by mail and page', () => {
  let api: Api;
  let client: Client;
  let mail: MailServer;
  let worker: Worker;
  let addresses = 0;

  before(async () => {
    mail = await startMailServer();
    // The first server is not there, so the second one is used.
    api = await startApi('pages-verify', { SMTP_URL: `smtp://127.0.0.1:9,${mail.url}` });
    worker = createWorker(api.config);
    client = await api.account();
  });
  after(async () => {
    await worker.stop();
    await api.stop();
    await mail.stop();
  });
  afterEach(() => {
    setClock();
    mail.answer(() => null);
  });

  const newSender = async (): Promise<{ id: number; address: string }> => {
    addresses += 1;
    const address = `sender-${addresses}@example.com`;
    await client.post('/sender/save', {
      from_name: 'Buy <b>now</b> at https://evil.example',
      from_email: address,
      reply_to_email: address,
      country_id: 1,
      company_address: '1 Main Street',
      nickname: 'ada',
    });
    return { id: (await client.get('/senders')).body.message.senders.at(-1).id, address };
  };
  const run = async (senderId: number) => {
    const { user_id: userId } = (await rows(Sender).findOne({ _id: senderId }))!;
    return mailVerification.run({ senderId, userId }, worker.context);
  };
  const dueAt = async (at: number) => (await dueVerifications(new Date(at))).map(({ senderId }) => senderId);
  const isVerified = async (id: number) =>
    (await client.get(`/sender/details?sender_id=${id}`)).body.message.sender.is_verified;
  const linkTo = async (address: string): Promise<string> => {
    const { text } = await mail.read(mail.to(address).at(-1)!);
    return /^http\S+$/m.exec(text!)![0].slice(api.config.publicUrl.length);
  };
  const mailedSender = async () => {
    const sender = await newSender();
    await run(sender.id);
    return { ...sender, path: await linkTo(sender.address) };
  };
  const get = (path: string, method = 'GET') => api.request(path, { method });
  const press = (path: string) => api.request(path, { method: 'POST' });

  it('sends one mail, however often its job runs', async () => {
    const { id, address } = await newSender();
    await Promise.all([run(id), run(id), run(id)]);
    await run(id);
    expect(mail.to(address)).to.have.length(1);
    expect(await dueAt(Date.now() + DAY)).not.to.include(id);
  });

  it('sends the mail from the service, as an automatic one to the sender’s address', async () => {
    const { address } = await mailedSender();
    const [caught] = mail.to(address);
    const read = await mail.read(caught!);
    expect(caught!.from).to.equal(api.config.systemFrom);
    expect(read.subject).to.equal(`Confirm ${address} as a sender`);
    expect(read.to).to.deep.equal([{ name: '', address }]);
    expect(read.headers.find((header) => header.key === 'auto-submitted')?.value).to.equal('auto-generated');
  });

  it('sends a text and an HTML part with the same link', async () => {
    const { address, path } = await mailedSender();
    const read = await mail.read(mail.to(address)[0]!);
    expect(read.html).to.include(`href="${api.config.publicUrl}${path}"`);
    expect(read.text).to.include(address).and.include('7 days');
    expect(path).to.match(/^\/verify\/[\w-]{40}$/);
  });

  it('sends no text that a stranger typed', async () => {
    const { address } = await mailedSender();
    const read = await mail.read(mail.to(address)[0]!);
    expect(read.html! + read.text!).not.to.include('evil.example');
  });

  it('changes nothing when a scanner opens the link', async () => {
    const { id, address, path } = await mailedSender();
    for (let scan = 0; scan < 5; scan += 1) {
      const page = await get(path);
      expect(page.status).to.equal(200);
      expect(page.body).to.include(address).and.include('<form method="post">');
      expect((await get(path, 'HEAD')).status).to.equal(200);
    }
    expect(await isVerified(id)).to.equal(0);
  });

  it('verifies by the button', async () => {
    const { id, path } = await mailedSender();
    const done = await press(path);
    expect(done).to.include({ status: 200 });
    expect(done.body).to.include('Address confirmed');
    expect(await isVerified(id)).to.equal(1);
  });

  it('shows a page without scripts, and keeps its address from other sites', async () => {
    const { path } = await mailedSender();
    const { headers, body } = await get(path);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('content-security-policy')).to.match(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; /,
    );
    expect(headers.get('set-cookie')).to.equal(null);
    expect(body).not.to.match(/<script|https?:\/\//);
  });

  it('works once', async () => {
    const { path } = await mailedSender();
    const presses = await Promise.all([press(path), press(path), press(path)]);
    expect(presses.map((one) => one.status)).to.have.members([200, 410, 410]);
    expect((await get(path)).body)
      .to.include('This link was already used')
      .and.include('nothing left to do');
  });

  it('stays used when the sender is unverified again', async () => {
    const { id, path } = await mailedSender();
    expect((await press(path)).status).to.equal(200);
    await rows(Sender).updateOne({ _id: id }, { $set: { is_verified: 0 } });
    expect((await press(path)).status).to.equal(410);
    expect(await isVerified(id)).to.equal(0);
  });

  it('expires after 7 days', async () => {
    const { id, path } = await mailedSender();
    setClock(() => Date.now() + 7 * DAY - 60_000);
    expect((await get(path)).status).to.equal(200);
    setClock(() => Date.now() + 7 * DAY + 1000);
    expect(await get(path)).to.include({ status: 410 });
    expect((await press(path)).body).to.include('This link has expired');
    expect(await isVerified(id)).to.equal(0);
  });

  it('refuses the link once a newer mail is sent', async () => {
    const { id, address, path: first } = await mailedSender();
    await client.get(`/sender/resend-mail?sender_id=${id}`);
    await run(id);
    expect(mail.to(address)).to.have.length(2);
    const second = await linkTo(address);
    expect((await press(first)).body).to.include('There is a newer link');
    expect(await isVerified(id)).to.equal(0);
    expect((await press(second)).status).to.equal(200);
  });

  it('ends when the sender gets a new address, which gets a mail of its own', async () => {
    const { id, address, path } = await mailedSender();
    expect((await press(path)).status).to.equal(200);
    const fields = (await client.get(`/sender/details?sender_id=${id}`)).body.message.sender;
    await client.post('/sender/update', { ...fields, sender_id: id, from_email: `new-${address}` });
    expect(await isVerified(id)).to.equal(0);
    expect((await press(path)).status).to.equal(410);
    await run(id);
    expect((await get(await linkTo(`new-${address}`))).status).to.equal(200);
  });

  it('ends when the sender is deleted', async () => {
    const { id, path } = await mailedSender();
    await client.delete(`/sender/delete?sender_id=${id}`);
    expect((await get(path)).status).to.equal(404);
    expect((await press(path)).status).to.equal(404);
  });

  it('refuses a link with any changed character', async () => {
    const { id, path } = await mailedSender();
    for (const forged of tampered(path.slice('/verify/'.length))) {
      const answer = await press(`/verify/${forged}`);
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([404, null]);
    }
    expect(await isVerified(id)).to.equal(0);
  });

  it('refuses links of another purpose or secret, and texts that are no link', async () => {
    const { id, path } = await mailedSender();
    const sender = (await rows(Sender).findOne({ _id: id }))!;
    const { nonce } = sender.verification!;
    const otherPurpose = signToken(tokenKey(api.config.appSecret), 'click', mailOf(sender), nonce);
    const otherSecret = signToken(
      tokenKey('another secret of thirty-two characters'),
      'verify',
      mailOf(sender),
      nonce,
    );
    const longer = `${path.slice('/verify/'.length)}A`;
    for (const forged of [otherPurpose, otherSecret, 'x', longer, '%00', '%E0%A4%A']) {
      expect((await press(`/verify/${forged}`)).status).to.be.oneOf([400, 404]);
    }
    expect(await isVerified(id)).to.equal(0);
  });

  it('tries again after a failure', async () => {
    const { id, address } = await newSender();
    mail.answer(() => ({ code: 451, text: 'later' }));
    await run(id);
    expect(await dueAt(Date.now() + 60_000)).to.include(id);
    mail.answer(() => null);
    await run(id);
    expect(mail.to(address), 'not before its time').to.have.length(0);
    setClock(() => Date.now() + 15_000);
    await run(id);
    expect(mail.to(address)).to.have.length(1);
  });

  it('ends when the address is refused', async () => {
    const { id } = await newSender();
    mail.answer(() => ({ code: 550, text: 'no such user' }));
    await run(id);
    expect(await dueAt(Date.now() + DAY)).not.to.include(id);
  });

  it('comes back in the sweep when its job was lost, and not earlier', async () => {
    const { id } = await newSender();
    expect(await dueAt(Date.now() + 20_000)).not.to.include(id);
    expect(await dueAt(Date.now() + 31_000)).to.include(id);
  });

  it('ends for deleted senders', async () => {
    const { id, address } = await newSender();
    await client.delete(`/sender/delete?sender_id=${id}`);
    await run(id);
    expect(mail.to(address)).to.have.length(0);
    expect(await dueAt(Date.now() + DAY)).not.to.include(id);
  });

  describe('to an address of another person', () => {
    const HOUR = 3600_000;
    const sender = async (address: string, by: Client) => {
      await by.post('/sender/save', {
        from_name: 'Ada',
        from_email: address,
        reply_to_email: address,
        country_id: 1,
        company_address: '1 Main Street',
        nickname: 'ada',
      });
      return (await by.get('/senders')).body.message.senders.at(-1).id as number;
    };
    const resend = (id: number, by: Client) => by.get(`/sender/resend-mail?sender_id=${id}`);

    describe('three times in 24 hours', () => {
      let address: string;
      let mine: Client;
      let id: number;

      beforeEach(async () => {
        addresses += 1;
        address = `Stranger-${addresses}@example.com`;
        mine = await api.account();
        id = await sender(address, mine);
        await run(id);
        for (let time = 0; time < 2; time += 1) {
          expect((await resend(id, mine)).status).to.equal(200);
          await run(id);
        }
        expect(mail.to(address)).to.have.length(3);
      });

      it('refuses one more', async () => {
        const answer = await resend(id, mine);
        expect(answer).to.deep.include({
          status: 429,
          body: {
            status: 'failed',
            errors: 'Too Many Requests',
            hints: {
              limit: [
                `${api.config.rates.verifications} verification mails to an address a day, ${api.config.rates.accountVerifications} of an account an hour`,
              ],
            },
          },
        });
        expect(Number(answer.headers.get('retry-after'))).to.be.within(23 * 3600, 24 * 3600);
      });

      it('leaves the last link valid when one more is refused', async () => {
        const link = await linkTo(address);
        await resend(id, mine);
        expect((await get(link)).body).to.include('Confirm your sender address');
      });

      it('waits a day for a new sender and a changed one, which are saved', async () => {
        const second = await sender(address.toLowerCase(), mine);
        const third = await sender('friend@example.com', mine);
        const fields = (await mine.get(`/sender/details?sender_id=${third}`)).body.message.sender;
        await mine.post('/sender/update', { ...fields, sender_id: third, from_email: address });
        await Promise.all([run(second), run(third)]);
        expect(mail.to(address).concat(mail.to(address.toLowerCase()))).to.have.length(3);
        expect(await dueAt(Date.now() + 23 * HOUR)).to.not.include.members([second]);
        setClock(() => Date.now() + DAY + 60_000);
        await run(second);
        expect(mail.to(address.toLowerCase())).to.have.length(1);
      });

      it('allows another account', async () => {
        expect((await resend(id, mine)).status).to.equal(429);
        const other = await api.account();
        expect((await resend(await sender(address, other), other)).status).to.equal(200);
      });

      it('allows one more after the link was used', async () => {
        expect((await resend(id, mine)).status).to.equal(429);
        expect((await press(await linkTo(address))).status).to.equal(200);
        expect((await resend(id, mine)).status).to.equal(200);
      });
    });

    it('reaches at most twenty such addresses in an hour', async () => {
      const mine = await api.account();
      const ids: number[] = [];
      for (let number = 0; number < 21; number += 1)
        ids.push(await sender(`one-of-many-${number}@example.com`, mine));
      for (const id of ids) await run(id);
      const reached = () => mail.mails.filter(({ to }) => to.startsWith('one-of-many-')).length;
      expect(reached()).to.equal(20);
      expect((await resend(ids[0]!, mine)).status).to.equal(429);
      // Mails beyond the account's limit do not count for the address.
      setClock(() => Date.now() + HOUR + 60_000);
      await run(ids[20]!);
      expect(reached()).to.equal(21);
      for (let time = 0; time < 2; time += 1) expect((await resend(ids[20]!, mine)).status).to.equal(200);
    });

    it('answers 404 to other accounts', async () => {
      const [mine, other] = [await api.account(), await api.account()];
      const id = await sender('mine@example.com', mine);
      for (let time = 0; time < 5; time += 1) expect((await resend(id, other)).status).to.equal(404);
    });
  });
});
