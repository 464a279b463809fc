import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { messageIdOf } from '../../../common/domain/message-ids.ts';
import { returnPathOf, unsubscribeAddressOf } from '../../../common/domain/token-addresses.ts';
import { tokenKey } from '../../../common/domain/tokens.ts';
import { configuredReceivers } from '../../../inbound/configured.ts';
import { eventsMetric } from '../../../inbound/metrics.ts';
import { ReadersBusy } from '../../../inbound/reports/apart.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';
import { type Inbound, reportOf, SECRETS, startInbound } from './support/inbound.ts';
import { handOver, openDialogue } from './support/smtp-dialogue.ts';

const CERTIFICATE = 'test/fixtures/localhost-self-signed-rsa.pem';
const MAIL = 'From: MAILER-DAEMON@mx.example\nSubject: Returned\n\nno such user\n';

const pathOf = (delivery: number, attempt = 1, secret = 0): string =>
  returnPathOf({ account: 42, id: delivery }, attempt, tokenKey(SECRETS[secret]!), 'bounces.example');

describe('the SMTP listener', () => {
  let inbound: Inbound;
  let port: number;

  before(async () => {
    inbound = await startInbound('inbound-smtp', {
      INBOUND_SMTP_PORT: '0',
      INBOUND_TLS_CERT: CERTIFICATE,
      INBOUND_TLS_KEY: CERTIFICATE,
    });
    port = inbound.smtpPort!;
  });
  after(() => inbound?.stop());
  beforeEach(() => {
    inbound.events.length = 0;
    inbound.report = null;
    inbound.outcome = async () => 'applied';
  });

  it('hands a bounce over with its delivery and attempt, and answers 250', async () => {
    inbound.report = reportOf('bounced', 'ann@example.com');
    const reply = await handOver(port, '', pathOf(4711, 3), MAIL);
    expect(reply).to.match(/^250 /);
    expect(inbound.events).to.deep.equal([
      {
        kind: 'bounced',
        account: 42,
        delivery: 4711,
        attempt: 3,
        recipient: 'ann@example.com',
        reply: '550 5.1.1 no such user',
        class: 'gone',
        rule: 'test',
      },
    ]);
  });

  it('knows tokens in capitals and those of older secrets', async () => {
    inbound.report = reportOf('deferred', null);
    expect(await handOver(port, 'mx@mx.example', pathOf(7, 2, 1).toUpperCase(), MAIL)).to.match(/^250 /);
    expect(inbound.events).to.deep.include.members([{ ...inbound.events[0]!, delivery: 7, attempt: 2 }]);
  });

  it('refuses recipients without a valid token, and relays nothing', async () => {
    const forged = returnPathOf(
      { account: 42, id: 1 },
      1,
      tokenKey('a secret that is not ours, of 32 or more'),
      'bounces.example',
    );
    for (const to of ['bob@example.com', forged, 'b-x@bounces.example'])
      expect(await handOver(port, '', to, MAIL), to).to.match(/^550 5\.1\.1 /);
    expect(inbound.events).to.deep.equal([]);
  });

  it('takes a return path at a host of a sending domain, which leads here', async () => {
    const own = pathOf(1).replace('bounces.example', 'b.shop.example');
    expect(await handOver(port, '', own, MAIL)).to.match(/^250 /);
    expect(inbound.events.splice(0).length).to.be.at.least(0);
  });

  it('prefers the return path to the Message-ID, and skips those that are not ours', async () => {
    inbound.report = reportOf('bounced', 'ann@example.com', [
      messageIdOf({ account: 42, id: 2 }, SECRETS[0]!, 'x.example'),
    ]);
    expect(await handOver(port, '', pathOf(1), MAIL)).to.match(/^250 /);
    expect(inbound.events.splice(0).map(({ delivery }) => delivery)).to.deep.equal([1]);
    inbound.report = reportOf('bounced', 'ann@example.com', [
      messageIdOf({ account: 42, id: 1 }, SECRETS[1]!, 'x.example'),
      'foreign@id',
    ]);
    expect(await handOver(port, '', pathOf(1), MAIL)).to.match(/^250 /);
    expect(inbound.events).to.have.length(1);
  });

  it('takes an answer of a program, and other mail, for no bounce', async () => {
    for (const report of [reportOf('auto_reply', 'ann@example.com'), null]) {
      inbound.report = report;
      expect(await handOver(port, 'ann@example.com', pathOf(5), MAIL)).to.match(/^250 /);
    }
    expect(inbound.events).to.deep.equal([]);
  });

  it('unsubscribes by a mail to the address of List-Unsubscribe, and not by its bounce', async () => {
    const address = unsubscribeAddressOf({ account: 42, id: 99 }, inbound.key, 'bounces.example');
    inbound.report = reportOf('bounced', 'ann@example.com');
    expect(await handOver(port, '', address, MAIL)).to.match(/^250 /);
    expect(inbound.events).to.deep.equal([]);
    inbound.report = null;
    expect(await handOver(port, 'ann@example.com', address, 'Subject: unsubscribe\n\n')).to.match(/^250 /);
    expect(inbound.events).to.have.length(1);
    expect(inbound.events[0]).to.deep.include({
      kind: 'unsubscribed',
      delivery: 99,
      attempt: null,
      recipient: null,
    });
  });

  it('answers 451 while MongoDB is away or no reader is free, and when it can not be stored otherwise', async () => {
    inbound.report = reportOf('bounced', null);
    for (const error of [
      new mongoose.mongo.MongoServerSelectionError('away', {} as never),
      new Error('a bug'),
      new ReadersBusy('too many wait'),
    ]) {
      inbound.outcome = () => Promise.reject(error);
      expect(await handOver(port, '', pathOf(5), MAIL)).to.match(/^451 /);
    }
    inbound.outcome = async () => 'repeated';
    expect(await handOver(port, '', pathOf(5), MAIL)).to.match(/^250 /);
  });

  it('refuses a mail that announces more than 50 MiB', async () => {
    const client = await openDialogue(port);
    expect(await client.say('EHLO client.example')).to.contain('SIZE 52428800');
    expect(await client.say('MAIL FROM:<> SIZE=52428801')).to.match(/^552 /);
    client.close();
  });

  it('reads a report whose returned mail has 20 MB', async () => {
    inbound.report = reportOf('bounced', null);
    const large = `Subject: x\n\n${`${'x'.repeat(998)}\n`.repeat(20_000)}`;
    expect(await handOver(port, '', pathOf(5), large)).to.match(/^250 /);
    expect(inbound.events.map(({ delivery }) => delivery)).to.deep.equal([5]);
  });

  it('takes reports to postmaster and abuse, which name our mail inside', async () => {
    inbound.report = reportOf('complained', null, [
      messageIdOf({ account: 42, id: 8 }, SECRETS[0]!, 'x.example'),
    ]);
    for (const to of ['postmaster@bounces.example', 'Abuse@Bounces.Example'])
      expect(await handOver(port, 'fbl@example.com', to, MAIL), to).to.match(/^250 /);
    expect(inbound.events.map(({ kind, delivery }) => ({ kind, delivery }))).to.deep.equal([
      { kind: 'complained', delivery: 8 },
      { kind: 'complained', delivery: 8 },
    ]);
    expect(await handOver(port, '', 'postmaster@other.example', MAIL)).to.match(/^550 /);
  });

  it('cuts a client that sends on and on', async () => {
    const client = await openDialogue(port);
    for (const line of ['EHLO c.example', 'MAIL FROM:<>', `RCPT TO:<${pathOf(5)}>`, 'DATA'])
      await client.say(line);
    const closed = new Promise((resolve) => client.socket.once('close', resolve));
    client.socket.write(`${'x'.repeat(998)}\r\n`.repeat(55 * 1024));
    await closed;
  });

  it('offers STARTTLS and no AUTH', async () => {
    const client = await openDialogue(port);
    expect(await client.say('EHLO client.example'))
      .to.match(/STARTTLS/)
      .and.not.to.match(/AUTH/);
    expect(await client.say('AUTH PLAIN AGEAYg==')).to.match(/^5/);
    expect(await client.say('STARTTLS')).to.match(/^220 /);
    client.socket.removeAllListeners('data');
    const secure = connectTls({ socket: client.socket, rejectUnauthorized: false });
    await once(secure, 'secureConnect');
    secure.write('EHLO client.example\r\n');
    const [answer] = await once(secure, 'data');
    expect(String(answer)).to.match(/^250/);
    secure.destroy();
  });

  it('takes several mails on a connection', async () => {
    inbound.report = reportOf('bounced', null);
    const client = await openDialogue(port);
    await client.say('EHLO client.example');
    for (let mail = 1; mail <= 20; mail += 1) {
      await client.say('MAIL FROM:<>');
      await client.say(`RCPT TO:<${pathOf(mail)}>`);
      await client.say('DATA');
      expect(await client.say(`${MAIL.replaceAll('\n', '\r\n')}\r\n.`)).to.match(/^250 /);
    }
    client.close();
    expect(inbound.events.map(({ delivery }) => delivery)).to.deep.equal(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
  });
});

describe('mails to postmaster and abuse that are no reports', () => {
  const COMPLAINT = 'From: Ann <ann@example.com>\nSubject: Stop this\n\nYour user writes to me.\n';
  const TO = { INBOUND_SMTP_PORT: '0', INBOUND_FORWARD_TO: 'admin@operator.example' };
  const counted = async (result: string): Promise<number> =>
    (await eventsMetric.get()).values.find(({ labels }) => labels.result === result)?.value ?? 0;

  it('are forwarded unchanged to the operator, and answered 250 only once a mail server has them', async () => {
    const server = await startMailServer();
    const inbound = await startInbound('inbound-forward', { ...TO, SMTP_URL: server.url });
    const give = (to: string | readonly string[], mail = COMPLAINT, from = 'ann@example.com') =>
      handOver(inbound.smtpPort!, from, to, mail);
    try {
      for (const to of ['abuse@bounces.example', 'Postmaster@bounces.example'])
        expect(await give(to), to).to.match(/^250 /);
      expect(server.to('admin@operator.example')).to.have.length(2);
      const [mail] = server.mails;
      expect(mail!.from).to.equal(inbound.config.systemFrom);
      expect(mail!.raw.toString()).to.contain(COMPLAINT.trim().replaceAll('\n', '\r\n'));
      expect(mail!.raw.toString()).to.match(/^Auto-Submitted: auto-generated\r$/m);

      expect(await give('abuse@bounces.example', `Auto-Submitted: no\n${COMPLAINT}`)).to.match(/^250 /);
      expect(server.mails).to.have.length(3);

      server.answer(() => ({ code: 451, text: 'later' }));
      expect(await give('abuse@bounces.example'), 'the sender keeps it').to.match(/^451 /);
      server.answer(() => null);

      const before = { forwarded: await counted('forwarded'), dropped: await counted('dropped') };
      for (const field of [
        'Auto-Submitted: auto-replied',
        'Auto-Submitted:\n auto-replied',
        'Precedence: bulk',
        'X-Mailing-Forwarded: yes',
      ])
        expect(await give('abuse@bounces.example', `${field}\n${COMPLAINT}`), field).to.match(/^250 /);
      for (const from of ['', inbound.config.systemFrom, pathOf(7)])
        expect(await give('abuse@bounces.example', COMPLAINT, from), from).to.match(/^250 /);
      expect(await counted('dropped')).to.equal(before.dropped + 7);
      expect(await give(pathOf(7)), 'to a token').to.match(/^250 /);
      inbound.report = reportOf('complained', null, [
        messageIdOf({ account: 42, id: 8 }, SECRETS[0]!, 'x.example'),
      ]);
      expect(await give('abuse@bounces.example'), 'a report about our mail').to.match(/^250 /);
      expect(server.mails).to.have.length(3);
      expect(await counted('forwarded')).to.equal(before.forwarded);

      const group = `List-Id: <abuse.bounces.example>\nPrecedence: list\n${COMPLAINT}`;
      inbound.report = null;
      expect(await give('abuse@bounces.example', group), 'of a group').to.match(/^250 /);
      const unsubscribe = unsubscribeAddressOf({ account: 42, id: 9 }, inbound.key, 'bounces.example');
      for (const token of [pathOf(7), unsubscribe])
        expect(await give([token, 'abuse@bounces.example']), 'to a token, too').to.match(/^250 /);
      inbound.report = reportOf('complained', null);
      expect(await give('abuse@bounces.example'), 'a report about a mail of others').to.match(/^250 /);
      expect(server.mails).to.have.length(7);
      expect(await counted('forwarded')).to.equal(before.forwarded + 4);
    } finally {
      await inbound.stop();
      await server.stop();
    }
  });

  it('are attached as bytes where they would not pass as a mail', async () => {
    const server = await startMailServer();
    const inbound = await startInbound('inbound-forward-bytes', { ...TO, SMTP_URL: server.url });
    try {
      for (const line of ['x'.repeat(998), 'x'.repeat(999), 'a\0b'])
        await handOver(
          inbound.smtpPort!,
          'ann@example.com',
          'abuse@bounces.example',
          `${COMPLAINT}${line}\n`,
        );
      const types = server.mails.map(
        ({ raw }) => /application\/octet-stream|message\/rfc822/.exec(raw.toString())?.[0],
      );
      expect(types).to.deep.equal(['message/rfc822', 'application/octet-stream', 'application/octet-stream']);
      const { attachments } = await server.read(server.mails[2]!);
      expect(
        Buffer.from(attachments[0]!.content as ArrayBuffer)
          .toString()
          .trimEnd(),
      ).to.equal(`${COMPLAINT}a\0b`.replaceAll('\n', '\r\n'));
    } finally {
      await inbound.stop();
      await server.stop();
    }
  });

  it('are three at once; others are refused for now, without waiting', async () => {
    const server = await startMailServer();
    const inbound = await startInbound('inbound-forward-late', { ...TO, SMTP_URL: server.url });
    const give = () => handOver(inbound.smtpPort!, 'ann@example.com', 'abuse@bounces.example', COMPLAINT);
    const late: (() => void)[] = [];
    server.answer(() => new Promise((resolve) => late.push(() => resolve(null))));
    try {
      const three = [give(), give(), give()];
      await until(() => late.length === 3, 'three forwards');
      expect(await give()).to.match(/^451 /);
      for (const go of late) go();
      for (const answer of await Promise.all(three)) expect(answer).to.match(/^250 /);
      server.answer(() => null);
      expect(await give()).to.match(/^250 /);
    } finally {
      await inbound.stop();
      await server.stop();
    }
  });

  it('need the SMTP listener', async () => {
    const inbound = await startInbound('inbound-forward-mailbox', {
      INBOUND_FORWARD_TO: TO.INBOUND_FORWARD_TO,
    });
    await inbound.stop();
    expect(() => configuredReceivers(inbound.config)).to.throw(/INBOUND_FORWARD_TO needs INBOUND_SMTP_PORT/);
  });

  it('are at most sixty an hour, with those that the mail server refuses for good', async () => {
    const server = await startMailServer();
    const inbound = await startInbound('inbound-forward-rate', { ...TO, SMTP_URL: server.url });
    try {
      const refusedBefore = await counted('refused');
      let asked = 0;
      server.answer(() => (++asked % 2 === 1 ? { code: 550, text: 'no' } : null));
      const answers: string[] = [];
      const client = await openDialogue(inbound.smtpPort!);
      await client.say('EHLO client.example');
      for (let at = 0; at < 63; at += 1) {
        for (const line of ['MAIL FROM:<a@example.com>', 'RCPT TO:<abuse@bounces.example>', 'DATA'])
          await client.say(line);
        answers.push(await client.say(`${COMPLAINT.replaceAll('\n', '\r\n')}\r\n.`));
      }
      client.close();
      const codes = answers.map((one) => one.slice(0, 3));
      expect(codes.slice(0, 60)).to.deep.equal(
        Array.from({ length: 60 }, (_, at) => (at % 2 ? '250' : '554')),
      );
      expect(codes.at(-1)).to.equal('451');
      expect(asked).to.be.within(60, 62);
      expect(await counted('refused')).to.be.within(refusedBefore + 30, refusedBefore + 31);
    } finally {
      await inbound.stop();
      await server.stop();
    }
  });
});

describe('the limits of the SMTP listener', () => {
  it('gives each network so many connections, and answers others 421', async () => {
    const inbound = await startInbound('inbound-smtp-each', {
      INBOUND_SMTP_PORT: '0',
      INBOUND_SMTP_CONNECTIONS_EACH: '2',
    });
    try {
      const [one, two] = [await openDialogue(inbound.smtpPort!), await openDialogue(inbound.smtpPort!)];
      expect((await openDialogue(inbound.smtpPort!)).greeting).to.match(/^421 /);
      expect(await one.say('EHLO c.example')).not.to.match(/STARTTLS/);
      const gone = once(two.socket, 'close');
      two.close();
      await gone;
      const last = await until(async () => {
        const client = await openDialogue(inbound.smtpPort!);
        if (client.greeting.startsWith('220 ')) return client;
        client.close();
        return null;
      }, 'a free place');
      last.close();
      one.close();
    } finally {
      await inbound.stop();
    }
  });

  it('closes the oldest connection without a mail when all places are taken', async () => {
    const inbound = await startInbound('inbound-smtp-full', {
      INBOUND_SMTP_PORT: '0',
      INBOUND_SMTP_CONNECTIONS: '2',
    });
    try {
      const sending = await openDialogue(inbound.smtpPort!);
      await sending.say('EHLO c.example');
      await sending.say('MAIL FROM:<>');
      await sending.say(`RCPT TO:<${pathOf(1)}>`);
      expect(await sending.say('DATA')).to.match(/^354 /);
      const silent = await openDialogue(inbound.smtpPort!);
      const gone = once(silent.socket, 'close');
      const later = await openDialogue(inbound.smtpPort!);
      expect(later.greeting).to.match(/^220 /);
      await gone;
      expect(await sending.say(`${MAIL.replaceAll('\n', '\r\n')}\r\n.`)).to.match(/^250 /);
      sending.close();
      later.close();
    } finally {
      await inbound.stop();
    }
  });

  it('closes the connection of a network that guesses recipients, after ever later answers', async () => {
    const { createVisits } = await import('../../../inbound/smtp/visits.ts');
    const visits = createVisits({ total: 50, each: 10 });
    const delays: (number | null)[] = [];
    for (let wrong = 1; wrong <= 51; wrong += 1) delays.push(visits.wrong('2001:db8::1'));
    expect(delays[0]).to.equal(250);
    expect(delays[49]).to.equal(5000);
    expect(delays[50]).to.equal(null);
    expect(visits.isBarred('2001:db8::ffff')).to.equal(true);
    expect(visits.isBarred('2001:db8:0:1::1')).to.equal(false);
  });
});
