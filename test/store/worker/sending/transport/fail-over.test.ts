import { expect } from 'chai';
import { NO_PACE_RULES } from '../../../../../worker/sending/pace/rules.ts';
import type { Outcome } from '../../../../../worker/sending/transport/outcome.ts';
import { type Script, type ScriptedSmtp, startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { mailTo, transportTo } from '../../../../support/transports.ts';

const manyTo = (count: number) => Array.from({ length: count }, (_, i) => mailTo(`to-${i}@example.net`));
/** The first cool-down of a server, in milliseconds, at its shortest. */
const SHORTEST_COOL_DOWN_MS = 500;
const kinds = (outcomes: readonly Outcome[]): string[] => [...new Set(outcomes.map(({ kind }) => kind))];

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('transport: the choice of servers and connections', () => {
  const servers: ScriptedSmtp[] = [];
  const start = async (script?: Script): Promise<ScriptedSmtp> => {
    const server = await startScriptedSmtp(script);
    servers.push(server);
    return server;
  };
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  it('shares the load between two servers', async () => {
    const [a, b] = [await start(), await start()];
    const transport = transportTo([a.url, b.url], { connections: 2 });
    const outcomes = await Promise.all(manyTo(200).map((mail) => transport.send(mail)));
    expect(kinds(outcomes)).to.deep.equal(['accepted']);
    expect(a.messages.length + b.messages.length).to.equal(200);
    expect(a.messages.length).to.be.within(50, 150);
    expect(a.connections()).to.equal(2);
    await transport.close();
  });

  it('replaces a server that is away, refuses the login or cuts connections before the dot', async () => {
    const away = await start();
    await away.close();
    const strict = await start({
      act: ({ point }) => (point === 'AUTH' ? '535 no' : undefined),
      offers: ['AUTH PLAIN'],
    });
    const rude = await start({ act: ({ point }) => (point === 'RCPT' ? 'cut' : undefined) });
    const well = await start();
    const transport = transportTo(
      [away.url, strict.url.replace('//', '//user:password@'), rude.url, well.url],
      { connections: 2 },
    );
    const began = performance.now();
    const outcomes = await Promise.all(manyTo(100).map((mail) => transport.send(mail)));
    const coolDowns = Math.floor((performance.now() - began) / SHORTEST_COOL_DOWN_MS);
    expect(kinds(outcomes)).to.deep.equal(['accepted']);
    expect(well.messages).to.have.length(100);
    expect(strict.connections(), 'one wrong login, and one after each cool-down').to.be.within(
      1,
      1 + coolDowns,
    );
    expect(rude.messages).to.have.length(0);
    await transport.close();
  });

  it('gives a mail in doubt to no other server', async () => {
    const a = await start({ act: ({ point }) => (point === 'dot' ? 'cut' : undefined) });
    const b = await start({ act: ({ point }) => (point === 'dot' ? 'cut' : undefined) });
    const transport = transportTo([a.url, b.url]);
    const outcomes = await Promise.all(manyTo(4).map((mail) => transport.send(mail)));
    const inDoubt = outcomes.filter(({ kind }) => kind === 'in_doubt').length;
    expect(a.messages.length + b.messages.length).to.equal(inDoubt);
    expect(kinds(outcomes)).to.include('in_doubt');
    await transport.close();
  });

  it('reports that no server is reached, with reason and time, and does not retry in a loop', async () => {
    const busy = await start({
      act: ({ point }) => (point === 'greeting' ? '421 4.3.2 too busy' : undefined),
    });
    const transport = transportTo([busy.url], { connections: 5 });
    const outcomes = await Promise.all(manyTo(50).map((mail) => transport.send(mail)));
    for (const outcome of outcomes) {
      expect(outcome).to.include({ kind: 'unreached', fault: 'slow_down' });
      expect(outcome.kind === 'unreached' && outcome.reason).to.match(
        /^127\.0\.0\.1:\d+: .*421 4\.3\.2 too busy/,
      );
      expect(outcome.kind === 'unreached' && outcome.retryInMs).to.be.within(100, 1000);
    }
    expect(busy.connections()).to.equal(1);
    await transport.close();
  });

  it('returns to a recovered server with a single probe', async () => {
    let ill = true;
    const server = await start({
      act: ({ point }) => (ill && point === 'greeting' ? '421 4.3.2 not now' : undefined),
    });
    const transport = transportTo([server.url], { connections: 5 });
    expect((await transport.send(mailTo('first@example.net'))).kind).to.equal('unreached');
    ill = false;
    const early = await transport.send(mailTo('early@example.net'));
    expect(early.kind).to.equal('unreached');
    expect(server.connections(), 'left alone meanwhile').to.equal(1);
    await until(async () => (await transport.send(mailTo('again@example.net'))).kind === 'accepted');
    const outcomes = await Promise.all(manyTo(50).map((mail) => transport.send(mail)));
    expect(kinds(outcomes)).to.deep.equal(['accepted']);
    await transport.close();
  });

  it('continues with fewer connections when the server allows no more', async () => {
    const server = await start({
      act: ({ point, connection }) =>
        point === 'greeting' && connection > 2 ? '421 4.7.0 too many' : undefined,
    });
    const transport = transportTo([server.url], { connections: 8 });
    const outcomes = await Promise.all(manyTo(200).map((mail) => transport.send(mail)));
    expect(kinds(outcomes)).to.deep.equal(['accepted']);
    expect(server.messages).to.have.length(200);
    await transport.close();
  });

  it('replaces a connection that was closed because of its age, at no other cost', async () => {
    const tricks: readonly Script['act'][] = [
      ({ point, mail }) => (point === 'MAIL' && mail === 4 ? '421 4.7.0 enough for one line' : undefined),
      ({ point, mail }) => (point === 'MAIL' && mail === 4 ? 'cut' : undefined),
      ({ point, mail }) => (point === 'MAIL' && mail === 4 ? 'reset' : undefined),
    ];
    for (const act of tricks) {
      const server = await start(act ? { act } : {});
      const transport = transportTo([server.url]);
      for (const mail of manyTo(9)) expect((await transport.send(mail)).kind).to.equal('accepted');
      expect(server.connections()).to.equal(3);
      expect(server.messages).to.have.length(9);
      await transport.close();
    }
  });

  it('notices that an idle connection was closed', async () => {
    for (const farewell of ['421 4.4.2 idle too long', null]) {
      const server = await start();
      const transport = transportTo([server.url]);
      expect((await transport.send(mailTo('a@example.net'))).kind).to.equal('accepted');
      server.hangUp(farewell);
      await until(() => server.open() === 0);
      expect((await transport.send(mailTo('b@example.net'))).kind).to.equal('accepted');
      expect(server.connections()).to.equal(2);
      await transport.close();
    }
  });

  it('closes an idle connection with QUIT', async () => {
    const server = await start();
    const transport = transportTo([server.url], { timeoutMs: 100 });
    expect((await transport.send(mailTo('a@example.net'))).kind).to.equal('accepted');
    await until(() => server.open() === 0);
    expect(server.commands.at(-1)).to.equal('QUIT');
    await transport.close();
  });

  it('leaves an aborted mail unreached before its dot is sent, and in doubt afterwards', async () => {
    for (const [point, expected] of [
      ['greeting', 'unreached'],
      ['RCPT', 'unreached'],
      ['dot', 'in_doubt'],
    ] as const) {
      let hanging = false;
      const server = await start({
        act: (occasion) => {
          if (occasion.point !== point) return undefined;
          hanging = true;
          return 'hang';
        },
      });
      const transport = transportTo([server.url], { timeoutMs: 5000 });
      const abort = new AbortController();
      const first = transport.send(mailTo('first@example.net'), abort.signal);
      const waiting = transport.send(mailTo('waiting@example.net'), abort.signal);
      await until(() => hanging);
      abort.abort();
      const outcome = await first;
      expect(outcome.kind).to.equal(expected);
      if (outcome.kind === 'unreached') expect(outcome.fault).to.equal('aborted');
      expect(await waiting).to.include({ kind: 'unreached', fault: 'aborted' });
      const late = await transport.send(mailTo('late@example.net'), abort.signal);
      expect(late).to.include({ kind: 'unreached', fault: 'aborted' });
    }
  });

  it('finishes mails under way when it closes, sends QUIT, and accepts nothing more', async () => {
    const server = await start();
    const transport = transportTo([server.url], { connections: 3 });
    const sending = Promise.all(manyTo(30).map((mail) => transport.send(mail)));
    await Promise.all([transport.close(), transport.close()]);
    expect(kinds(await sending)).to.deep.equal(['accepted']);
    await until(() => server.open() === 0);
    expect(server.commands.filter((command) => command === 'QUIT')).to.have.length(server.connections());
    const late = await transport.send(mailTo('late@example.net'));
    expect(late).to.include({ kind: 'unreached', fault: 'aborted' });
  });

  it('does not wait for a hanging connection when another server can take the mail', async () => {
    const hanging = await start({ act: ({ point }) => (point === 'RCPT' ? 'hang' : undefined) });
    const well = await start();
    // On a busy machine the well server may take some tenths of a second.
    const transport = transportTo([hanging.url, well.url], { connections: 2, timeoutMs: 400 });
    const outcomes = await Promise.all(manyTo(60).map((mail) => transport.send(mail)));
    expect(kinds(outcomes)).to.deep.equal(['accepted']);
    expect(well.messages).to.have.length(60);
    await transport.close();
  });
});

describe('transport: the answer to servers that ask for less', () => {
  const servers: ScriptedSmtp[] = [];
  const start = async (script?: Script): Promise<ScriptedSmtp> => {
    const server = await startScriptedSmtp(script);
    servers.push(server);
    return server;
  };
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
  const slowFor = (...domains: string[]): Script => ({
    act: ({ point, command }) =>
      point === 'RCPT' && domains.some((domain) => command.includes(domain))
        ? '421 4.7.0 too fast'
        : undefined,
  });

  it('puts the mails of one domain off, and sends those of others', async () => {
    const server = await start(slowFor('slow.example'));
    const transport = transportTo([server.url]);
    const outcome = await transport.send(mailTo('a@slow.example'));
    expect(outcome).to.include({ kind: 'put_off', class: 'slow' });
    expect((await transport.send(mailTo('a@other.example'))).kind).to.equal('accepted');
    const { commands } = server;
    const before = commands.length;
    expect((await transport.send(mailTo('b@slow.example'))).kind, 'while it pauses').to.equal('put_off');
    expect(commands.length).to.equal(before);
    await transport.close();
  });

  it('gives the mails of one domain to another server', async () => {
    const [slow, well] = [await start(slowFor('slow.example')), await start()];
    const transport = transportTo([slow.url, well.url]);
    for (const name of ['a', 'b', 'c']) {
      expect((await transport.send(mailTo(`${name}@slow.example`))).kind).to.equal('accepted');
    }
    expect(well.messages).to.have.length(3);
    expect(slow.commands.filter((command) => command.startsWith('RCPT'))).to.have.length(1);
    await transport.close();
  });

  it('leaves a server alone that asks for three domains within ten seconds', async () => {
    const server = await start(slowFor('one.example', 'two.example', 'three.example'));
    const transport = transportTo([server.url]);
    for (const name of ['one', 'two', 'three']) {
      expect((await transport.send(mailTo(`a@${name}.example`))).kind).to.equal('put_off');
    }
    expect(await transport.send(mailTo('a@other.example'))).to.include({
      kind: 'unreached',
      fault: 'slow_down',
    });
    expect(transport.servers()[0]!.pauseMs).to.be.greaterThan(0);
    await transport.close();
  });

  it('shares the mails by the weights of servers', async () => {
    const [a, b] = [await start(), await start()];
    const servers = { [`127.0.0.1:${a.port}`]: { weight: 3 } };
    const transport = transportTo(
      [a.url, b.url],
      { connections: 10 },
      { rules: { ...NO_PACE_RULES, servers } },
    );
    let left = 400;
    const lane = async (): Promise<void> => {
      while ((left -= 1) >= 0) await transport.send(mailTo(`to-${left}@example.net`));
    };
    await Promise.all(Array.from({ length: 16 }, lane));
    expect(a.messages.length).to.be.within(220, 380);
    await transport.close();
  });
});
