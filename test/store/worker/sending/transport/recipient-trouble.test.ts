import { expect } from 'chai';
import type { Outcome } from '../../../../../worker/sending/transport/outcome.ts';
import type { Transport } from '../../../../../worker/sending/transport/transport.ts';
import { type Script, type ScriptedSmtp, startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { mailTo, transportTo } from '../../../../support/transports.ts';
import { startTroubleSmtp } from '../../../../support/trouble-smtp.ts';
import { until } from '../../../../support/until.ts';

const kinds = (outcomes: readonly Outcome[]): string[] => outcomes.map(({ kind }) => kind);
const at = (label: string, name = 'someone') => mailTo(`${name}@${label}.example`);
const named = (command: string) => command.startsWith('RCPT');

describe('transport: trouble after the recipient was named', () => {
  const servers: ScriptedSmtp[] = [];
  const transports: Transport[] = [];
  const start = async (script?: Script): Promise<ScriptedSmtp> => {
    const server = await startScriptedSmtp(script);
    servers.push(server);
    return server;
  };
  const startTroubled = async (): Promise<ScriptedSmtp> => {
    const server = await startTroubleSmtp();
    servers.push(server);
    return server;
  };
  const to = (urls: readonly ScriptedSmtp[], settings: Parameters<typeof transportTo>[1] = {}): Transport => {
    const transport = transportTo(
      urls.map(({ url }) => url),
      settings,
    );
    transports.push(transport);
    return transport;
  };
  afterEach(async () => {
    await Promise.all(transports.splice(0).map((transport) => transport.close()));
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  it('counts for the recipient, too, when the server holds back the replies to a group', async () => {
    // As long as it gets commands in a group, it answers none of them before it closes the connection.
    const server = await start({
      act: ({ point, connection }) => {
        if (connection === 1) return point === 'MAIL' ? '' : point === 'RCPT' ? 'cut' : undefined;
        return point === 'RCPT' ? 'cut' : undefined;
      },
    });
    expect(await to([server]).send(at('any'))).to.include({ kind: 'deferred', rule: 'own-lost-line' });
    expect(server.connections()).to.equal(2);
  });

  it('counts for the recipient, too, when the server is silent at a group', async () => {
    const server = await start({
      act: ({ point, connection }) =>
        point === 'RCPT' ? 'hang' : point === 'MAIL' && connection === 1 ? '' : undefined,
    });
    const transport = to([server], { timeoutMs: 1000 });
    expect(await transport.send(at('any'))).to.include({ kind: 'deferred', rule: 'own-silence' });
  });

  it('counts for no mail when the server itself goes: all are unreached', async () => {
    const server = await start({ act: ({ point }) => (point === 'RCPT' ? 'hang' : undefined) });
    const transport = to([server], { connections: 4, timeoutMs: 10_000 });
    const sent = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => transport.send(at('any', name))));
    await until(() => server.commands.filter(named).length === 4, 'four recipients to be named');
    await server.close();
    expect(new Set(kinds(await sent))).to.deep.equal(new Set(['unreached']));
  });

  it('holds half of the connections for many silent recipients while others wait', async () => {
    const server = await startTroubled();
    const transport = to([server], { connections: 4, timeoutMs: 6000 });
    const end = new AbortController();
    const silent = Array.from({ length: 6 }, (_, domain) =>
      transport.send(at(`silent.domain${domain}`), end.signal),
    );
    await until(() => server.commands.filter(named).length === 4, 'all connections to be held');
    const fine = await Promise.all(['a', 'b', 'c'].map((name) => transport.send(at('fine', name))));
    expect(kinds(fine)).to.deep.equal(['accepted', 'accepted', 'accepted']);
    expect(server.open()).to.be.at.least(2);
    end.abort();
    const outcomes = kinds(await Promise.all(silent));
    expect(outcomes.filter((kind) => kind === 'deferred')).to.have.length.within(2, 4);
    expect(outcomes, 'those that were still asked').to.include('unreached');
  });

  it('moves the mail that waited behind it, and uses up no attempt of it', async () => {
    for (const label of ['hangup', 'nonsense', 'silent', 'more']) {
      const server = await startTroubled();
      const transport = to([server], { timeoutMs: label === 'silent' ? 1000 : 10_000 });
      const outcomes = await Promise.all(
        [at(label), at('fine', 'b'), at('fine', 'c')].map((mail) => transport.send(mail)),
      );
      expect(kinds(outcomes), label).to.deep.equal(['deferred', 'accepted', 'accepted']);
    }
  });

  for (const act of ['502 5.5.1 no', '421 4.3.2 closing', 'xyz what', 'cut', 'reset', 'hang']) {
    for (const offers of [['PIPELINING'], []]) {
      it(`costs a connection and nothing else at RSET after a refused recipient (${[act, ...offers].join(', ')})`, async () => {
        const server = await start({
          offers,
          act: ({ point, command }) =>
            point === 'RSET'
              ? act
              : point === 'RCPT' && command.includes('nobody')
                ? '550 5.1.1 no'
                : undefined,
        });
        const transport = to([server], { timeoutMs: act === 'hang' ? 1000 : 10_000 });
        const mails = [at('any', 'nobody'), at('any', 'b'), at('any', 'nobody'), at('any', 'c')];
        const outcomes: Outcome[] = [];
        for (const mail of mails) outcomes.push(await transport.send(mail));
        expect(kinds(outcomes)).to.deep.equal(['refused', 'accepted', 'refused', 'accepted']);
        expect(server.connections()).to.equal(3);
        expect(transport.servers()[0]!.trouble).to.equal(null);
      });
    }
  }

  it('leaves the server in use for single recipients, however often', async () => {
    const server = await startTroubled();
    const transport = to([server]);
    for (let round = 0; round < 5; round += 1) {
      for (const label of ['hangup', 'nonsense', 'more', 'hangupdata'])
        expect((await transport.send(at(label))).kind).to.equal('deferred');
      expect((await transport.send(at('fine'))).kind).to.equal('accepted');
    }
    expect(transport.servers()[0]).to.include({ pauseMs: 0 });
  });

  it('gives the mail to another server', async () => {
    const [troubled, well] = [await startTroubled(), await start()];
    const transport = to([troubled, well]);
    for (const label of ['hangup', 'nonsense', 'more']) {
      expect((await transport.send(at(label))).kind, label).to.equal('accepted');
    }
  });

  it('leaves mails to its domain to another server for a moment, after several in a row', async () => {
    const [troubled, well] = [await startTroubled(), await start()];
    const transport = to([troubled, well]);
    for (let mail = 0; mail < 20; mail += 1)
      expect((await transport.send(at('nonsense', `name${mail}`))).kind).to.equal('accepted');
    expect(troubled.commands.filter(named)).to.have.length.within(1, 10);
    expect(transport.servers()[0]).to.include({ pauseMs: 0 });
  });

  it('becomes trouble of the server after ten domains in a row, for a second at a time', async () => {
    const server = await start({ act: ({ point }) => (point === 'RCPT' ? 'xyz what' : undefined) });
    const transport = to([server]);
    for (let domain = 0; domain < 10; domain += 1)
      expect((await transport.send(at(`domain${domain}`))).kind).to.equal('deferred');
    for (let time = 0; time < 4; time += 1) {
      expect((await transport.send(at('next'))).kind).to.equal('unreached');
      expect(transport.servers()[0]!.pauseMs).to.be.within(1, 1000);
      await until(async () => (await transport.send(at('next'))).kind === 'deferred', 'a probe');
    }
  });

  it('leaves the server in use for many domains when it answers in between', async () => {
    const server = await startTroubled();
    const transport = to([server]);
    for (let domain = 0; domain < 30; domain += 1) {
      expect((await transport.send(at(`nonsense.domain${domain}`))).kind).to.equal('deferred');
      if (domain % 9 === 8) expect((await transport.send(at('fine'))).kind).to.equal('accepted');
    }
    expect(transport.servers()[0]).to.include({ pauseMs: 0, trouble: null });
  });
});
