import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { startCuttingSmtp } from '../../../../../support/cutting-smtp.ts';
import { mailTo, transportTo } from '../../../../../support/transports.ts';

const REPLIES = {
  EHLO: '250 slow',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go',
  dot: '250 ok',
  QUIT: '221 bye',
};

const FOR_EVER = Number.POSITIVE_INFINITY;

/** The outcome of a mail when the server waits this long at one point of the dialogue. */
async function sendTo(slowAt: keyof typeof REPLIES, waitMs: number, timeoutMs: number): Promise<string> {
  const server = createServer((socket) => {
    let held = '';
    let inData = false;
    const answer = (what: keyof typeof REPLIES): void => {
      const wait = what === slowAt ? waitMs : 0;
      if (wait !== FOR_EVER) setTimeout(() => socket.write(`${REPLIES[what]}\r\n`), wait);
    };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      held += chunk.toString();
      for (;;) {
        const end = inData ? held.indexOf('\r\n.\r\n') : held.indexOf('\r\n');
        if (end === -1) return;
        const verb = held.slice(0, 4) as keyof typeof REPLIES;
        held = held.slice(end + (inData ? 5 : 2));
        answer(inData ? 'dot' : verb);
        inData = !inData && verb === 'DATA';
      }
    });
    socket.write('220 slow\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = transportTo([`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`], {
    timeoutMs,
  });
  const { kind } = await transport.send(mailTo('a@example.net'));
  await transport.close();
  server.close();
  return kind;
}

describe('transport: the timeout (RFC 5321, 4.5.3.2)', () => {
  it('applies to each command, and is twice as long after the dot', async () => {
    const kinds = await Promise.all([
      ...(['MAIL', 'RCPT', 'DATA'] as const).map((point) => sendTo(point, FOR_EVER, 1000)),
      sendTo('dot', 1300, 1000),
      sendTo('dot', FOR_EVER, 1000),
    ]);
    expect(kinds).to.deep.equal(['unreached', 'deferred', 'deferred', 'accepted', 'in_doubt']);
  });

  it('lets replies of several lines arrive byte by byte, and each belongs to its command', async () => {
    const server = await startCuttingSmtp(null, { dribble: true });
    const transport = transportTo([server.url]);
    const names = ['a', 'nobody', 'b', 'c', 'nobody', 'd'];
    const outcomes = await Promise.all(names.map((name) => transport.send(mailTo(`${name}@example.net`))));
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(
      names.map((name) => (name === 'nobody' ? 'refused' : 'accepted')),
    );
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.kind === 'refused')
        expect(outcome).to.include({ reply: '550-5.1.1 there is 550 5.1.1 nobody', class: 'gone' });
      else if (outcome.kind === 'accepted')
        expect(outcome.reply, names[at]).to.equal('250-2.0.0 taken, 250 2.0.0 and kept');
    }
    expect(server.messages).to.have.length(4);
    await transport.close();
    await server.close();
  });
});
