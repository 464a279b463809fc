import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import type { Offers } from '../../../../../../worker/sending/transport/smtp/connect.ts';
import { Session } from '../../../../../../worker/sending/transport/smtp/session.ts';
import type { SessionResult } from '../../../../../../worker/sending/transport/smtp/transaction.ts';
import { mailTo } from '../../../../../support/transports.ts';

const OFFERS: Offers = { pipelining: true, smtpUtf8: true, eightBit: true, size: null, declaresSize: false };

/** A socket that keeps what is written. `room`: writes that it takes before it is full. */
class KeptWire extends EventEmitter {
  readonly writes: string[] = [];
  readonly writableLength = 0;
  destroyed = false;
  room = Number.POSITIVE_INFINITY;
  write(data: string | Buffer): boolean {
    this.writes.push(data.toString('latin1'));
    this.room -= 1;
    return this.room > 0;
  }
  end(data: string): void {
    this.writes.push(data);
  }
  destroy(): void {
    this.destroyed = true;
  }
  cork(): void {}
  uncork(): void {}
  setTimeout(): void {}
  /** Takes the bytes written since the last call, with the message as `<message>`. */
  taken(): string {
    const text = this.writes.splice(0).join('');
    return text
      .replace(/From: .*?\r\n\.\r\n/s, '<message>')
      .replaceAll('\r\n', ' ')
      .trim();
  }
}

/** Waits until a session has done its work of the next turn of the event loop. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

const begun = (offers: Partial<Offers> = {}) => {
  const wire = new KeptWire();
  let ends = 0;
  const line = { socket: wire as unknown as Socket, offers: { ...OFFERS, ...offers } };
  const session = new Session(line, 'mx:25', () => (ends += 1));
  const results: Record<string, SessionResult> = {};
  return {
    wire,
    session,
    results,
    ends: () => ends,
    deliver: (name: string) =>
      void session.deliver(mailTo(`${name}@x.example`)).then((result) => (results[name] = result)),
    /** Replies in one packet; then all that waits for the next turn of the event loop is done. */
    async reply(...lines: string[]) {
      session.receive(Buffer.from(lines.map((line) => `${line}\r\n`).join('')));
      await nextTurn();
      return wire.taken();
    },
  };
};

const COMMANDS = (name: string): string => `MAIL FROM:<sender@example.com> RCPT TO:<${name}@x.example> DATA`;

describe('transport: an SMTP session', () => {
  it('writes the commands of a mail together, and those of the next one behind the dot', async () => {
    const { wire, deliver, reply, results } = begun();
    deliver('a');
    expect(wire.taken()).to.equal(COMMANDS('a'));
    deliver('b');
    expect(await reply('250 ok', '250 ok', '354 go')).to.equal(`<message>${COMMANDS('b')}`);
    expect(await reply('250 taken', '250 ok', '250 ok', '354 go')).to.equal('<message>');
    await reply('250 taken');
    for (const name of ['a', 'b'])
      expect(results[name]).to.deep.include({ kind: 'answered', slowDown: false, atMail: false });
  });

  it('writes one command after the other where the server offers no PIPELINING', async () => {
    const { wire, deliver, reply } = begun({ pipelining: false });
    deliver('a');
    expect(wire.taken()).to.equal('MAIL FROM:<sender@example.com>');
    expect(await reply('250 ok')).to.equal('RCPT TO:<a@x.example>');
    expect(await reply('250 ok')).to.equal('DATA');
    expect(await reply('354 go')).to.equal('<message>');
  });

  it('resets the transaction of a refused mail, and ends one that the server accepts DATA for', async () => {
    const { wire, deliver, reply, results } = begun();
    deliver('a');
    wire.taken();
    expect(await reply('250 ok', '550 5.1.1 no such user', '354 go')).to.equal('.');
    await reply('554 no valid recipients');
    expect(results['a']).to.deep.include({ kind: 'answered' });
    deliver('b');
    expect(wire.taken()).to.equal(`RSET ${COMMANDS('b')}`);
  });

  it('writes the message once when DATA is answered twice', async () => {
    const { wire, session, deliver } = begun();
    deliver('a');
    session.receive(Buffer.from('250 ok\r\n250 ok\r\n354 go\r\n'));
    session.receive(Buffer.from('354 go\r\n'));
    wire.taken();
    await nextTurn();
    expect(wire.taken()).to.equal('<message>');
  });

  it('writes a long message as fast as the socket takes it, and is in doubt from its dot on', async () => {
    for (const [drains, kind] of [
      [1, 'lost'],
      [2, 'in_doubt'],
    ] as const) {
      const { wire, session } = begun();
      const result = session.deliver(mailTo('a@x.example', { bytes: 150_000 }));
      wire.room = 1;
      session.receive(Buffer.from('250 ok\r\n250 ok\r\n354 go\r\n'));
      await nextTurn();
      for (let drain = 0; drain < drains; drain += 1) {
        wire.room = 1;
        wire.emit('drain');
      }
      session.end('the connection was closed', 'lost');
      expect((await result).kind, `${drains} drains`).to.equal(kind);
    }
  });

  it('ends when the server sends a reply without a command', async () => {
    const unasked = begun();
    await unasked.reply('220 hello again');
    expect([unasked.session.gone, unasked.ends()]).to.deep.equal([true, 1]);
    const twice = begun();
    twice.deliver('a');
    await twice.reply('250 ok', '250 ok', '354 go', '250 taken');
    expect(twice.results['a']).to.deep.include({ kind: 'lost' });
    expect(twice.session.gone).to.equal(true);
  });

  it('sends QUIT when it has no mail, and takes back only what it has not begun', async () => {
    const { wire, session, deliver, results, ends } = begun();
    deliver('a');
    deliver('b');
    session.takeBack();
    await Promise.resolve();
    expect(results['b']).to.deep.include({ kind: 'lost', bystander: true });
    expect(session.load).to.equal(1);
    session.end('the connection was closed', 'lost');
    const idle = begun();
    idle.session.quit();
    expect(idle.wire.taken()).to.equal('QUIT');
    expect([ends(), idle.ends(), wire.destroyed]).to.deep.equal([1, 1, true]);
  });
});
