import { expect } from 'chai';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Sender } from '../../../common/models/senders.ts';
import mailVerification from '../../../worker/notices/jobs/mail-verification.ts';
import { describeFailure } from '../../../worker/notices/mailer.ts';
import { dkimEnvironment, verifyDkim } from '../../support/dkim.ts';
import { type Engine, openSend, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { rows } from '../../support/rows.ts';
import { addContacts } from '../../support/world.ts';

const JOERG = 'jörg@münchen.example';
/** A port without a server. */
const AWAY = 'smtp://127.0.0.1:9';
const NEEDS = /^The address needs SMTPUTF8 \(RFC 6531\)/;

describe('the delivery to addresses that are not ASCII before the @', () => {
  let engine: Engine;
  let ground: Ground;
  /** A server that does not offer SMTPUTF8. */
  let closed: MailServer;

  before(async () => {
    closed = await startMailServer({ hideSMTPUTF8: true });
    engine = await startEngine('international', dkimEnvironment(['rsa', 'ed']));
  });
  after(async () => {
    await engine.stop();
    await closed.stop();
  });
  beforeEach(async () => {
    engine.mail.mails.length = 0;
    closed.mails.length = 0;
    ground = await engine.ground();
  });

  const through = (...smtpUrls: string[]) => engine.another({}, { smtpUrls });
  const sendTo = async (addresses: string[], worker: ReturnType<typeof through>) => {
    await addContacts(ground, addresses, { first_name: 'Jörg', last_name: 'Müller' });
    const subject = await openSend(engine, ground);
    await engine.sweepOnce(worker);
    const found = await rows(Delivery).find({ mailing: subject.mailing }).sort({ email: 1 }).toArray();
    return found.map(({ email, state, reply }) => ({ email, state, reply: reply ?? '' }));
  };
  const verified = async (raw: Buffer): Promise<void> => {
    const results = await verifyDkim(raw);
    expect(results.map(({ selector, result }) => `${selector} ${result}`).sort()).to.deep.equal([
      'ed pass',
      'rsa pass',
    ]);
  };

  it('uses SMTPUTF8, with the unchanged address in To, and a valid signature', async () => {
    const outcome = await sendTo(['ann@example.com', JOERG], through(engine.mail.url));
    expect(outcome.map(({ state }) => state)).to.deep.equal(['accepted', 'accepted']);
    const [mail] = engine.mail.to(JOERG);
    expect(mail!.smtpUtf8).to.equal(true);
    expect(mail!.raw.toString()).to.match(/^To: =\?UTF-8\?Q\?[^\r\n]+<jörg@xn--mnchen-3ya\.example>\r$/m);
    expect((await engine.mail.read(mail!)).to).to.deep.equal([
      { address: 'jörg@xn--mnchen-3ya.example', name: 'Jörg Müller' },
    ]);
    await verified(mail!.raw);
    // All other mails are sent as usual.
    const [plain] = engine.mail.to('ann@example.com');
    expect(plain!.smtpUtf8).to.equal(false);
    expect(plain!.raw.every((byte) => byte < 128)).to.equal(true);
  });

  it('refuses them with the reason when no server offers SMTPUTF8, and sends raw UTF-8 to none', async () => {
    const outcome = await sendTo(['ann@example.com', JOERG], through(closed.url));
    expect(outcome[0]).to.include({ state: 'accepted' });
    expect(outcome[1]).to.include({ email: JOERG, state: 'bounced' });
    expect(outcome[1]!.reply).to.match(NEEDS);
    expect(closed.mails.map(({ to }) => to)).to.deep.equal(['ann@example.com']);
  });

  it('uses the server that offers SMTPUTF8, in any order of servers', async () => {
    for (const urls of [
      [closed.url, engine.mail.url],
      [engine.mail.url, closed.url],
    ]) {
      ground = await engine.ground();
      const outcome = await sendTo([JOERG], through(...urls));
      expect(outcome).to.have.length(1);
      expect(outcome[0]).to.include({ state: 'accepted' });
    }
    expect(engine.mail.to(JOERG)).to.have.length(2);
    expect(closed.mails).to.deep.equal([]);
  });

  it('waits while a server that may offer SMTPUTF8 is away, and delays no other mails', async () => {
    const outcome = await sendTo(['ann@example.com', JOERG], through(closed.url, AWAY));
    expect(outcome[0]).to.include({ state: 'accepted' });
    expect(outcome[1]).to.include({ state: 'deferred' });
    expect(outcome[1]!.reply).to.match(NEEDS);
  });

  const own = (to: string) => ({
    to,
    subject: 'Neues für Jörg',
    text: 'Grüße\n',
    html: '<p>Grüße</p>',
    messageKey: 'key-1',
  });

  it('sends the service’s own mails in the same way', async () => {
    const { mailer } = through(closed.url, engine.mail.url);
    await mailer.send(own(JOERG));
    expect(engine.mail.mails.map(({ to, smtpUtf8 }) => [to, smtpUtf8])).to.deep.equal([[JOERG, true]]);
    const read = await engine.mail.read(engine.mail.mails[0]!);
    expect([read.subject, read.to?.[0]?.address]).to.deep.equal(['Neues für Jörg', JOERG]);
    await engine.worker.mailer.send(own(JOERG));
    await verified(engine.mail.mails[1]!.raw);
    // An international domain alone needs no extension.
    await through(closed.url).mailer.send(own('info@münchen.example'));
    expect(closed.mails).to.have.length(1);
  });

  it('reports another error than for a server that is away, in the service’s own mails', async () => {
    const failure = async (...smtpUrls: string[]) => {
      const { mailer } = through(...smtpUrls);
      return describeFailure(
        await mailer.send(own(JOERG)).then(
          () => 'sent',
          (error: unknown) => error,
        ),
      );
    };
    expect(await failure(closed.url)).to.deep.equal({ code: 'EENVELOPE', reply: 553, refused: true });
    expect(await failure(closed.url, AWAY)).to.include({ reply: null, refused: false });
    expect(await failure(AWAY, closed.url)).to.include({ reply: null, refused: false });
    expect(closed.mails).to.deep.equal([]);
  });

  it('gives the verification mail of a stored sender up with the reason, and no job fails', async () => {
    const at = new Date();
    const verification = {
      nonce: 1,
      expires_at: new Date(at.getTime() + 3600_000),
      due_at: at,
      attempts: 0,
    };
    await rows(Sender).updateOne(
      { _id: ground.sender_id },
      { $set: { from_email: 'jörg@shop.example', verification: { ...verification, used_at: null } } },
    );
    const worker = through(closed.url);
    for (let run = 0; run < 2; run += 1) {
      await mailVerification.run({ senderId: ground.sender_id, userId: ground.client.user_id }, worker);
    }
    const sender = await rows(Sender).findOne({ _id: ground.sender_id });
    expect(sender!.verification).to.deep.include({ due_at: null, attempts: 1 });
    expect(closed.mails).to.deep.equal([]);
  });
});
