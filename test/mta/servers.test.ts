import { expect } from 'chai';
import type { Outcome, OutgoingMail } from '../../worker/sending/transport/outcome.ts';
import { dkimKeys, verifyDkim } from '../support/dkim.ts';
import { type CaughtMail, type MailServer, startMailServer } from '../support/mail-server.ts';
import { mailTo, transportTo } from '../support/transports.ts';
import { until } from '../support/until.ts';
import { type LoginServer, login, startLoginServer } from './support/logins.ts';
import { LATER, type Mta, REFUSED, SIZE, startOpenSmtpd, startPostfix } from './support/servers.ts';
import { startSmtpServer } from './support/smtp-server.ts';

const MANY = 150;

describe('the SMTP dialogue against', () => {
  let sink: MailServer;
  let logins: LoginServer;
  let count = 0;
  /** The mechanisms of successful logins, in order; OpenSMTPD does not report them. */
  const passed: string[] = [];

  before(async () => {
    [sink, logins] = await Promise.all([startMailServer(), startLoginServer(login, passed)]);
  });
  after(() => Promise.all([sink.stop(), logins.stop()]));
  const earlier: CaughtMail[] = [];
  beforeEach(() => void earlier.push(...sink.mails.splice(0)));

  const sinkPort = () => Number(new URL(sink.url).port);
  const starts = {
    Postfix: () => startPostfix(sinkPort(), logins.port),
    OpenSMTPD: () => startOpenSmtpd(sinkPort(), login),
    'smtp-server': () => startSmtpServer(sink, login, passed),
  };
  const idOf = ({ raw }: { raw: Buffer }) =>
    /^Message-ID: <(.*)>\r$/m.exec(raw.toString('latin1'))?.[1] ?? '';
  const bodyOf = (raw: Buffer): string => raw.toString('latin1').slice(raw.indexOf('\r\n\r\n'));
  /** A mail with its own Message-ID and some thousand bytes. */
  const mail = (to: string, bytes = (count * 977) % 30_000): OutgoingMail => ({
    ...mailTo(to, { id: `${(count += 1)}@example.com`, bytes }),
    inOrder: true,
  });
  const send = async (url: string, mails: readonly OutgoingMail[], connections = 3): Promise<Outcome[]> => {
    const transport = transportTo([url], { connections, timeoutMs: 20_000 });
    try {
      return await Promise.all(mails.map((one) => transport.send(one)));
    } finally {
      await transport.close();
    }
  };
  /** Waits until these mails have arrived, and checks that each arrived once and complete. */
  async function arrived(mails: readonly OutgoingMail[]): Promise<void> {
    await until(() => sink.mails.length >= mails.length, 'the mails at the sink', 40_000);
    expect(sink.mails.map(idOf).sort()).to.deep.equal(mails.map(idOf).sort());
    const bodies = new Map(sink.mails.map((one) => [idOf(one), one.raw]));
    // A relay adds header fields.
    for (const one of mails) expect(bodyOf(bodies.get(idOf(one))!)).to.equal(bodyOf(one.raw));
  }

  for (const name of ['Postfix', 'OpenSMTPD', 'smtp-server'] as const) {
    describe(name, () => {
      let server: Mta;
      before(async () => {
        server = await starts[name]();
      });
      after(async () => {
        await server.stop();
        // Includes mails that arrived late.
        const all = [...earlier, ...sink.mails].map(idOf).filter((id) => id !== '');
        expect(all.length).to.equal(new Set(all).size);
      });

      const trusting = 'tls.rejectUnauthorized=false';
      const named = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`;
      const ways: readonly (readonly [how: string, url: () => string])[] = [
        ['plain', () => `smtp://127.0.0.1:${server.port}?ignoreTLS=true`],
        ['STARTTLS', () => `smtp://127.0.0.1:${server.port}?requireTLS=true&${trusting}`],
        ['TLS from the start', () => `smtps://127.0.0.1:${server.tlsPort}?${trusting}`],
        [
          'STARTTLS and AUTH PLAIN',
          () => `smtp://${named}127.0.0.1:${server.port}?authMethod=PLAIN&${trusting}`,
        ],
        [
          'TLS and AUTH LOGIN',
          () => `smtps://${named}127.0.0.1:${server.tlsPort}?authMethod=LOGIN&${trusting}`,
        ],
      ];
      for (const [how, url] of ways) {
        it(`takes ${MANY} mails over three connections, each once and complete (${how})`, async function () {
          if (how !== 'plain' && !server.encrypts) this.skip();
          const before = passed.length;
          const mails = Array.from({ length: MANY }, (_, at) => mail(`person${at}@example.net`));
          const outcomes = await send(url(), mails);
          expect(outcomes.find(({ kind }) => kind !== 'accepted')).to.equal(undefined);
          await arrived(mails);
          const [, mechanism] = /AUTH (\w+)/.exec(how) ?? [];
          if (name !== 'OpenSMTPD' && mechanism)
            expect(new Set(passed.slice(before))).to.deep.equal(new Set([mechanism]));
        });
      }

      it('reports the result of each mail when some are refused, deferred or too large', async () => {
        const kinds = [
          'person@example.net',
          REFUSED,
          'other@example.net',
          LATER,
          'large@example.net',
          'x@y.example',
        ];
        const mails = Array.from({ length: 120 }, (_, at) => {
          const to = kinds[at % kinds.length]!;
          return mail(to, to.startsWith('large') ? SIZE : undefined);
        });
        const outcomes = await send(ways[0]![1](), mails);
        const told = outcomes.map((outcome, at) => `${mails[at]!.to} ${outcome.kind}`);
        const putOff = name === 'OpenSMTPD' ? 'accepted' : 'deferred';
        const expected = kinds.map((to) => {
          if (to === REFUSED || to.startsWith('large')) return `${to} refused`;
          return `${to} ${to === LATER ? putOff : 'accepted'}`;
        });
        expect(told).to.deep.equal(mails.map((_, at) => expected[at % kinds.length]));
        for (const [at, outcome] of outcomes.entries()) {
          if (outcome.kind !== 'refused') continue;
          const large = mails[at]!.to.startsWith('large');
          expect(outcome.class).to.equal(large ? 'size' : 'gone');
        }
        await arrived(mails.filter((_, at) => outcomes[at]!.kind === 'accepted'));
      });

      it('reports a wrong password as a fault of the login, and hands nothing over', async function () {
        if (!server.encrypts) this.skip();
        const url = `smtp://${encodeURIComponent(login.user)}:wrong@127.0.0.1:${server.port}?${trusting}`;
        const [outcome] = await send(url, [mail('person@example.net')]);
        expect(outcome).to.include({ kind: 'unreached', fault: 'login' });
        expect(sink.mails).to.deep.equal([]);
      });

      it('sends to an address that is not ASCII if SMTPUTF8 is offered, with its 8-bit text', async () => {
        const text = Buffer.from('Subject: Grüße\r\n\r\nZoë Müßig\r\n.\r\n');
        const one = mail('jörg@münchen.example');
        const [outcome] = await send(ways[0]![1](), [
          {
            ...one,
            raw: Buffer.concat([Buffer.from(`Message-ID: <${idOf(one)}>\r\n`), text]),
            inOrder: false,
          },
        ]);
        if (name === 'OpenSMTPD') {
          expect(outcome).to.include({ kind: 'refused', code: '5.6.7', class: 'unknown' });
          return;
        }
        expect(outcome!.kind).to.equal('accepted');
        await until(() => sink.mails.length > 0);
        expect(sink.mails[0]!.to).to.equal('jörg@münchen.example');
        expect(sink.mails[0]!.raw.toString()).to.include('Subject: Grüße').and.include('Zoë Müßig\r\n.\r\n');
      });

      it('sends a DKIM signature that is still valid after the relay', async () => {
        const transport = transportTo([ways[0]![1]()]);
        const raw = Buffer.from(
          // A relay adds a date and an id where they are missing; the signature forbids that.
          `From: a@shop.example\r\nTo: b@example.net\r\nDate: Tue, 24 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${(count += 1)}@shop.example>\r\nSubject: x  y\r\n\r\n  one   two\r\n..three\r\n\r\n`,
        );
        const keys = dkimKeys(['rsa', 'ed']);
        const sent = await transport.send({ ...mail('b@example.net'), raw, inOrder: false, keys });
        expect(sent.kind).to.equal('accepted');
        await transport.close();
        await until(() => sink.mails.length > 0);
        const results = await verifyDkim(sink.mails[0]!.raw);
        expect(results.map(({ result }) => result)).to.deep.equal(['pass', 'pass']);
      });
    });
  }
});
