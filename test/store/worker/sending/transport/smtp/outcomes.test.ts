import { expect } from 'chai';
import { GONE, OF_US } from '../../../../../../common/domain/reply-classes.ts';
import type { Outcome } from '../../../../../../worker/sending/transport/outcome.ts';
import {
  type Act,
  type Point,
  type ScriptedSmtp,
  startScriptedSmtp,
} from '../../../../../support/scripted-smtp.ts';
import { mailTo, transportTo } from '../../../../../support/transports.ts';

/** An outcome without free text and waiting times. */
function classOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'deferred':
      return `deferred ${outcome.code ?? '-'}`;
    case 'refused': {
      const isOurs = OF_US.has(outcome.class) || outcome.class === 'relay';
      const traits = `${GONE.has(outcome.class) ? ' gone' : ''}${isOurs ? ' ours' : ''}`;
      return `refused ${outcome.code ?? '-'}${traits}`;
    }
    case 'unreached':
      return `unreached ${outcome.fault}`;
    default:
      return outcome.kind;
  }
}

/** More than the client keeps of a reply. */
const ENDLESS = '250-and more\r\n'.repeat(90_000);

const cases: readonly (readonly [point: Point, act: Act, expected: string])[] = [
  ['connect', 'cut', 'unreached connection'],
  ['connect', 'reset', 'unreached connection'],
  ['connect', 'hang', 'unreached connection'],
  ['greeting', 'hang', 'unreached connection'],
  ['greeting', '421 4.3.2 closing', 'unreached slow_down'],
  ['greeting', '450 4.3.2 busy', 'unreached slow_down'],
  ['greeting', '554 5.7.1 not from you', 'unreached greeting'],
  ['greeting', 'HTTP/1.1 400 Bad Request', 'unreached greeting'],
  ['EHLO', 'cut', 'unreached connection'],
  ['EHLO', 'hang', 'unreached connection'],
  ['EHLO', '421 4.3.2 closing', 'unreached slow_down'],
  ['EHLO', '550 5.7.1 who are you', 'unreached greeting'],
  ['AUTH', 'cut', 'unreached connection'],
  ['AUTH', 'hang', 'unreached connection'],
  ['AUTH', '421 4.7.0 closing', 'unreached slow_down'],
  ['AUTH', '454 4.7.0 later', 'unreached slow_down'],
  ['AUTH', '535 5.7.8 wrong password', 'unreached login'],
  ['MAIL', 'cut', 'unreached connection'],
  ['MAIL', 'reset', 'unreached connection'],
  ['MAIL', 'hang', 'unreached connection'],
  ['MAIL', '421 4.3.2 closing', 'unreached slow_down'],
  ['MAIL', '451 4.3.0 later', 'deferred 4.3.0'],
  ['MAIL', '550 5.1.1 nobody', 'refused 5.1.1 ours'],
  ['MAIL', '550 5.1.8 your domain', 'refused 5.1.8 ours'],
  ['MAIL', '530 5.7.0 log in first', 'refused 5.7.0 ours'],
  ['MAIL', '503 5.5.1 bad sequence', 'deferred 5.5.1'],
  ['MAIL', 'gibberish', 'unreached connection'],
  ['RCPT', 'cut', 'deferred -'],
  ['RCPT', 'reset', 'deferred -'],
  ['RCPT', 'hang', 'deferred -'],
  ['RCPT', 'xyz what', 'deferred -'],
  ['RCPT', '250 2.1.5 ok\r\n250 2.1.5 ok', 'deferred -'],
  ['RCPT', ENDLESS, 'deferred -'],
  ['RCPT', '421 4.3.2 closing', 'put_off'],
  ['RCPT', '450 4.2.1 greylisted', 'deferred 4.2.1'],
  ['RCPT', '450 mailbox busy', 'deferred -'],
  ['RCPT', '550 5.1.1 nobody', 'refused 5.1.1 gone'],
  ['RCPT', '550-5.1.10 nobody\r\n550 5.1.10 at all', 'refused 5.1.10 gone'],
  ['RCPT', '550 5.1.11 close to it', 'refused 5.1.11'],
  ['RCPT', '550 no such user', 'refused - gone'],
  ['RCPT', '550 5.7.1 no such user', 'refused 5.7.1 gone'],
  ['RCPT', '550 5.1.1 listed by Spamhaus', 'refused 5.1.1 ours'],
  ['RCPT', '552 5.2.2 full', 'refused 5.2.2'],
  ['RCPT', '550 5.7.515 not authenticated', 'refused 5.7.515 ours'],
  ['RCPT', '550 4.1.1 says two things', 'refused -'],
  ['DATA', 'cut', 'deferred -'],
  ['DATA', 'hang', 'deferred -'],
  ['DATA', 'xyz what', 'deferred -'],
  ['DATA', ENDLESS, 'deferred -'],
  ['DATA', '421 4.3.2 closing', 'put_off'],
  ['DATA', '451 4.3.0 later', 'deferred 4.3.0'],
  ['DATA', '554 5.7.1 no', 'refused 5.7.1 ours'],
  ['DATA', '354 go\r\n250 2.0.0 taken already', 'deferred -'],
  ['dot', 'cut', 'in_doubt'],
  ['dot', 'reset', 'in_doubt'],
  ['dot', 'hang', 'in_doubt'],
  ['dot', 'gibberish', 'in_doubt'],
  ['dot', '354 again?', 'in_doubt'],
  ['dot', '\r\n\r\n250 2.0.0 after empty lines', 'accepted'],
  ['dot', '250', 'accepted'],
  ['dot', '250-2.0.0 two\r\n250 2.0.0 lines', 'accepted'],
  ['dot', '421 4.3.2 closing', 'deferred 4.3.2'],
  ['dot', '451 4.3.0 later', 'deferred 4.3.0'],
  ['dot', '550 5.1.1 nobody', 'refused 5.1.1 gone'],
  ['dot', '550 5.7.1 spam', 'refused 5.7.1 ours'],
  ['dot', '554 no', 'refused -'],
];

describe('transport: the outcome of one mail', () => {
  let server: ScriptedSmtp | undefined;
  afterEach(() => server?.close());

  for (const pipelining of [true, false]) {
    for (const [point, act, expected] of cases) {
      const line = JSON.stringify(act.slice(0, 60));
      it(`equals ${expected} for ${point} ${line}${pipelining ? '' : ' without PIPELINING'}`, async () => {
        server = await startScriptedSmtp({
          act: (occasion) => (occasion.point === point ? act : undefined),
          offers: [...(pipelining ? ['PIPELINING'] : []), 'AUTH PLAIN'],
        });
        const url = server.url.replace('//', '//user:password@');
        const transport = transportTo([url], { timeoutMs: act === 'hang' ? 150 : 5000 });
        expect(classOf(await transport.send(mailTo('someone@example.net')))).to.equal(expected);
        const taken = expected === 'accepted' || expected === 'in_doubt' || point === 'dot';
        // The empty message is caused by the script, which accepts pipelined DATA without a recipient.
        expect(server.messages.filter((message) => message !== '')).to.have.length(taken ? 1 : 0);
        await transport.close();
      });
    }
  }

  it('leaves the mail unsent when the connection is lost in the middle of a long mail', async () => {
    server = await startScriptedSmtp({ stopReadingAfter: 200_000 });
    const transport = transportTo([server.url]);
    const mail = mailTo('someone@example.net', { bytes: 30_000_000 });
    expect(await transport.send(mail)).to.include({
      kind: 'deferred',
      class: 'later',
      rule: 'own-lost-line',
      reply: 'The server closed the connection in the middle of the data',
    });
    await transport.close();
  });

  it('counts a refusal in the middle of a long mail, and the connection is not used again', async () => {
    server = await startScriptedSmtp({
      act: ({ point, mail, connection }) =>
        point === 'body' && mail === 1 && connection === 1 ? '552 5.3.4 too long' : undefined,
      stopReadingAfter: 1_000_000,
    });
    const transport = transportTo([server.url]);
    const long = await transport.send(mailTo('long@example.net', { bytes: 30_000_000 }));
    expect(classOf(long)).to.equal('refused 5.3.4');
    expect((await transport.send(mailTo('short@example.net'))).kind).to.equal('accepted');
    expect(server.connections()).to.equal(2);
    await transport.close();
  });

  it('leaves the connection usable after a refused mail', async () => {
    for (const offers of [['PIPELINING'], []]) {
      const scripted = await startScriptedSmtp({
        act: ({ point, command }) =>
          point === 'RCPT' && command.includes('nobody') ? '550 5.1.1 nobody' : undefined,
        offers,
      });
      const transport = transportTo([scripted.url]);
      const kinds: string[] = [];
      for (const name of ['a', 'nobody', 'nobody', 'b']) {
        kinds.push((await transport.send(mailTo(`${name}@example.net`))).kind);
      }
      expect(kinds).to.deep.equal(['accepted', 'refused', 'refused', 'accepted']);
      expect(scripted.connections()).to.equal(1);
      expect(scripted.messages.filter((message) => message !== '')).to.have.length(2);
      await transport.close();
      await scripted.close();
    }
  });

  it('sends no dot to a server that asks for data after it refused the sender', async () => {
    server = await startScriptedSmtp({
      act: ({ point }) => (point === 'MAIL' ? '550 5.7.1 not you' : undefined),
    });
    const transport = transportTo([server.url]);
    expect(classOf(await transport.send(mailTo('someone@example.net')))).to.equal('refused 5.7.1 ours');
    expect(server.messages).to.deep.equal([]);
    await transport.close();
  });

  it('contains the reply in one line, without control characters, with at most 500 characters', async () => {
    server = await startScriptedSmtp({
      act: ({ point }) =>
        point === 'RCPT' ? `550-5.2.1 a\tb\u0000\u001b[1m<i>\r\n550 5.2.1 ${'y'.repeat(5000)}` : undefined,
    });
    const transport = transportTo([server.url]);
    const outcome = await transport.send(mailTo('someone@example.net'));
    expect(outcome.kind === 'refused' && outcome.reply).to.match(/^550-5\.2\.1 a b \[1m<i> 550 5\.2\.1 y+$/);
    expect(outcome.kind === 'refused' && outcome.reply).to.have.length(500);
    await transport.close();
  });
});
