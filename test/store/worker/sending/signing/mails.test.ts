import { expect } from 'chai';
import type { Outcome } from '../../../../../worker/sending/transport/outcome.ts';
import { dkimEnvironment, dkimKeys, verifyDkim } from '../../../../support/dkim.ts';
import { type Engine, openSend, people, startEngine } from '../../../../support/engine.ts';
import type { CaughtMail } from '../../../../support/mail-server.ts';
import { startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { mailTo, transportTo } from '../../../../support/transports.ts';
import { addContacts } from '../../../../support/world.ts';

const summary = async (message: Buffer): Promise<string[]> =>
  (await verifyDkim(message)).map(({ selector, result }) => `${selector} ${result}`).sort();

describe('DKIM: a service that has keys', () => {
  let engine: Engine;
  before(async () => {
    engine = await startEngine('dkim-mails', dkimEnvironment(['rsa', 'ed']));
  });
  after(() => engine.stop());

  const verified = async ({ raw }: CaughtMail): Promise<void> => {
    const results = await verifyDkim(raw);
    expect(results.map(({ selector, result }) => `${selector} ${result}`).sort()).to.deep.equal([
      'ed pass',
      'rsa pass',
    ]);
    for (const { covers } of results)
      expect(covers).to.include.members(['from', 'to', 'list-unsubscribe', 'list-unsubscribe-post']);
  };

  it('signs each mail of a send, including the header fields for one-click unsubscribe', async () => {
    const ground = await engine.ground();
    await addContacts(ground, people(40));
    await openSend(engine, ground, { template_html: '<p>.\n  Hello   ((first_name))</p>\n\n' });
    await engine.sweepOnce();
    const mails = engine.mail.mails.filter(({ from }) => from === 'ada@sender.example');
    expect(mails).to.have.length(40);
    for (const mail of mails) await verified(mail);
  });

  it('signs the service’s own mails', async () => {
    await engine.worker.mailer.send({
      to: 'someone@example.net',
      subject: 'Zoë  has news',
      text: `.\n  ${'ü'.repeat(200)}\n \n`,
      html: '<p>  x</p>\n\n',
      messageKey: 'key-1',
      stopUrl: `https://mail.example/stop/${'x'.repeat(200)}`,
    });
    await verified(engine.mail.to('someone@example.net')[0]!);
  });
});

describe('DKIM: a transport that signs', () => {
  const keys = dkimKeys(['rsa']);

  it('signs the bytes on the wire, even if the lines of the message end incorrectly', async () => {
    const server = await startScriptedSmtp();
    const transport = transportTo([server.url]);
    const raw = Buffer.from('From: a@shop.example\nSubject: x\r\n\n.one  two \r.\n');
    expect((await transport.send({ ...mailTo('b@example.net'), raw, keys })).kind).to.equal('accepted');
    const unstuffed = server.messages[0]!.replaceAll(/^\./gm, '');
    expect(unstuffed).to.match(/\r\n\.one {2}two \r\n\.\r\n$/);
    expect(await summary(Buffer.from(unstuffed, 'latin1'))).to.deep.equal(['rsa pass']);
    await Promise.all([transport.close(), server.close()]);
  });

  it('signs many mails at once, each separately, and finishes them before it closes', async () => {
    const server = await startScriptedSmtp();
    const transport = transportTo([server.url], { connections: 3 });
    const sent = Array.from({ length: 30 }, (_, at) =>
      transport.send({ ...mailTo(`person${at}@example.net`, { bytes: at * 1000 }), inOrder: true, keys }),
    );
    await transport.close();
    const outcomes: Outcome[] = await Promise.all(sent);
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(outcomes.map(() => 'accepted'));
    expect(new Set(server.messages.map((text) => /^Message-ID: (.*)\r$/m.exec(text)?.[1])).size).to.equal(30);
    await server.close();
  });

  it('defers a mail that it cannot sign, and hands nothing over unsigned', async () => {
    const server = await startScriptedSmtp();
    const broken = { sign: () => Promise.reject(new Error('the key is gone')) };
    const transport = transportTo([server.url], {}, { signer: broken });
    expect(await transport.send({ ...mailTo('b@example.net'), keys })).to.deep.include({
      kind: 'deferred',
      rule: 'own-signing',
      reply: 'The mail could not be signed: the key is gone',
    });
    await transport.close();
    expect(server.messages).to.deep.equal([]);
    await server.close();
  });
});
