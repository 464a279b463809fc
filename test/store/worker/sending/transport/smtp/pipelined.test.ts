import { expect } from 'chai';
import { type Occasion, type ScriptedSmtp, startScriptedSmtp } from '../../../../../support/scripted-smtp.ts';
import { mailTo, transportTo } from '../../../../../support/transports.ts';

/** Three mails at once on one connection: two are in the dialogue, and one waits. */
describe('transport: a connection with several mails', () => {
  let server: ScriptedSmtp;
  afterEach(() => server.close());

  async function sendThree(act: (occasion: Occasion) => string | undefined) {
    server = await startScriptedSmtp({ act });
    const transport = transportTo([server.url], { timeoutMs: 300 });
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((name) => transport.send(mailTo(`${name}@example.net`, { id: name }))),
    );
    await transport.close();
    return outcomes.map(({ kind }) => kind);
  }
  const messageIds = () => server.messages.map((message) => /^Message-ID: <(.*?)>/m.exec(message)?.[1]);

  it('gives each mail its own result', async () => {
    const kinds = await sendThree(({ point, mail }) =>
      point === 'dot' && mail === 2 ? '452 4.2.2 full' : undefined,
    );
    expect(kinds).to.deep.equal(['accepted', 'deferred', 'accepted']);
    expect(server.connections()).to.equal(1);
    expect(server.commands.slice(1, 10)).to.deep.equal(
      ['a', 'b', 'c'].flatMap((name) => [
        'MAIL FROM:<sender@example.com>',
        `RCPT TO:<${name}@example.net>`,
        'DATA',
      ]),
    );
  });

  it('continues with a new transaction after a refused mail', async () => {
    const kinds = await sendThree(({ point, mail }) =>
      point === 'RCPT' && mail === 2
        ? '550 5.1.1 nobody'
        : point === 'DATA' && mail === 2
          ? '503 5.5.1 no'
          : undefined,
    );
    expect(kinds).to.deep.equal(['accepted', 'refused', 'accepted']);
    expect(messageIds()).to.deep.equal(['a', 'c']);
    expect(server.commands.slice(7, 9)).to.deep.equal(['RSET', 'MAIL FROM:<sender@example.com>']);
  });

  for (const end of ['cut', 'reset', 'hang']) {
    it(`loses only the mail whose dot was sent when it ends (${end})`, async () => {
      const kinds = await sendThree(({ point, connection }) =>
        point === 'dot' && connection === 1 ? end : undefined,
      );
      expect(kinds).to.deep.equal(['in_doubt', 'accepted', 'accepted']);
      expect(messageIds().slice(1)).to.have.members(['b', 'c']);
      expect(server.messages).to.have.length(3);
    });
  }

  for (const point of ['RCPT', 'dot']) {
    it(`leaves its next mail to another connection when the server ends it with 421 because of the mail before (${point})`, async () => {
      const kinds = await sendThree((occasion) =>
        occasion.point === point && occasion.connection === 1 && occasion.mail === 1
          ? '421 4.7.0 too many'
          : undefined,
      );
      expect(kinds).to.deep.equal([point === 'dot' ? 'deferred' : 'put_off', 'accepted', 'accepted']);
      expect(messageIds().filter((id) => id !== 'a')).to.have.members(['b', 'c']);
    });
  }

  it('leaves all mails unreached when the server ends it with 421 at MAIL', async () => {
    const kinds = await sendThree(({ point, mail }) =>
      point === 'MAIL' && mail === 1 ? '421 4.3.2 closing' : undefined,
    );
    expect(kinds).to.deep.equal(['unreached', 'unreached', 'unreached']);
  });
});
