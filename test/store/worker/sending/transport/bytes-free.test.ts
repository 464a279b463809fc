import { expect } from 'chai';
import {
  type Act,
  type Point,
  type ScriptedSmtp,
  startScriptedSmtp,
} from '../../../../support/scripted-smtp.ts';
import { mailTo, transportTo } from '../../../../support/transports.ts';

const AWAY = 'smtp://127.0.0.1:9';

describe('transport: an outcome', () => {
  const servers: ScriptedSmtp[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  const serverThat = async (point: Point, act: Act, stopReadingAfter?: number): Promise<ScriptedSmtp> => {
    const server = await startScriptedSmtp({
      act: (occasion) => (occasion.point === point ? act : undefined),
      ...(stopReadingAfter !== undefined && { stopReadingAfter }),
    });
    servers.push(server);
    return server;
  };

  const cases: readonly (readonly [point: Point, act: Act, kind: string, bytesFree: boolean])[] = [
    ['dot', '250 2.0.0 taken', 'accepted', true],
    ['dot', '451 4.3.0 later', 'deferred', true],
    ['dot', '550 5.7.1 spam', 'refused', true],
    ['RCPT', '550 5.1.1 nobody', 'refused', true],
    ['dot', 'cut', 'in_doubt', false],
    ['DATA', 'cut', 'deferred', false],
  ];
  for (const [point, act, kind, bytesFree] of cases) {
    it(`${bytesFree ? 'frees' : 'keeps'} the bytes of the mail after ${point} ${act}`, async () => {
      const server = await serverThat(point, act);
      const transport = transportTo([server.url]);
      expect(await transport.send(mailTo('someone@example.net'))).to.include({ kind, bytesFree });
      await transport.close();
    });
  }

  it('keeps the bytes when the server refused the mail before it had all of it', async () => {
    const server = await serverThat('body', '552 5.3.4 too long', 1_000_000);
    const transport = transportTo([server.url]);
    const outcome = await transport.send(mailTo('long@example.net', { bytes: 30_000_000 }));
    expect(outcome).to.include({ kind: 'refused', bytesFree: false });
    await transport.close();
  });

  it('keeps the bytes when another connection lost the mail first', async () => {
    const server = await startScriptedSmtp({
      act: ({ point, connection }) => (point === 'DATA' && connection === 1 ? 'cut' : undefined),
    });
    servers.push(server);
    const transport = transportTo([server.url]);
    const outcome = await transport.send(mailTo('someone@example.net'));
    expect(outcome).to.include({ kind: 'accepted', bytesFree: false });
    await transport.close();
  });

  it('keeps the bytes when another server lost the mail first', async () => {
    const [rude, well] = [await serverThat('DATA', 'cut'), await serverThat('dot', '250 2.0.0 taken')];
    const transport = transportTo([rude.url, well.url]);
    const outcome = await transport.send(mailTo('someone@example.net'));
    expect(outcome).to.include({ kind: 'accepted', bytesFree: false });
    await transport.close();
  });

  it('frees the bytes when no server was tried', async () => {
    const transport = transportTo([AWAY]);
    await transport.send(mailTo('first@example.net'));
    const outcome = await transport.send(mailTo('second@example.net'));
    expect(outcome).to.include({ kind: 'unreached', bytesFree: true });
    await transport.close();
  });
});
