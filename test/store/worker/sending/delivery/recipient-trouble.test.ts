import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import type { DeliveryDocument } from '../../../../../common/models/deliveries.ts';
import type { WorkerContext } from '../../../../../worker/runtime/context.ts';
import deliverSlice from '../../../../../worker/sending/jobs/deliver-slice.ts';
import { createSigner } from '../../../../../worker/sending/signing/signer.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { perform, withAccount } from '../../../../support/job-payloads.ts';
import { type Script, type ScriptedSmtp, startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { transportTo } from '../../../../support/transports.ts';
import { startTroubleSmtp, TROUBLES, type TroubleName } from '../../../../support/trouble-smtp.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OTHERS = 40;
/** GIVE_UP_HOURS. */
const HOURS = 2;

/** Rule and reply in the row of a recipient after the trouble of that name. */
const ROWS: Readonly<Record<TroubleName, readonly [rule: string, reply: string]>> = {
  hangup: ['own-lost-line', 'The server closed the connection at RCPT'],
  reset: ['own-lost-line', 'The server closed the connection at RCPT'],
  nonsense: ['own-nonsense', 'The server gave no valid answer at RCPT: RCPT was answered xyz what'],
  endless: [
    'own-nonsense',
    'The server gave no valid answer at RCPT: RCPT was answered a reply without an end',
  ],
  silent: ['own-silence', 'The server did not answer in time at RCPT'],
  hangupdata: ['own-lost-line', 'The server closed the connection at DATA'],
  nonsensedata: ['own-nonsense', 'The server gave no valid answer at DATA: DATA was answered xyz what'],
  more: [
    'own-nonsense',
    'The server gave no valid answer at DATA: the server sent more replies than commands',
  ],
  silentdata: ['own-silence', 'The server did not answer in time at DATA'],
};
const NAMES = Object.keys(TROUBLES) as TroubleName[];
/** One of each rule. */
const GIVEN_UP = ['hangup', 'nonsense', 'silent'] as const;

/** Trouble before a recipient is named. */
const OF_SERVER: Readonly<Record<string, Script['act']>> = {
  'closes each connection': ({ point }) => (point === 'connect' ? 'cut' : undefined),
  'closes the connection at EHLO': ({ point }) => (point === 'EHLO' ? 'cut' : undefined),
  'closes the connection at MAIL': ({ point }) => (point === 'MAIL' ? 'cut' : undefined),
  'is silent at MAIL': ({ point }) => (point === 'MAIL' ? 'hang' : undefined),
  'answers MAIL with nonsense': ({ point }) => (point === 'MAIL' ? 'xyz what' : undefined),
};

describe('trouble with a recipient', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;
  let server: ScriptedSmtp;
  let worker: WorkerContext;

  before(async () => {
    engine = await startEngine('recipient-trouble');
    ground = await engine.ground();
    await addContacts(ground, [...people(OTHERS), ...NAMES.map((name) => `someone@${name}.example`)]);
  });
  after(() => engine.stop());
  afterEach(async () => {
    setClock();
    await server.close();
  });

  async function begin(start: () => Promise<ScriptedSmtp>, smtpTimeout = 400): Promise<void> {
    server = await start();
    worker = engine.another({}, { smtpUrls: [server.url], smtpTimeout });
    subject = await openSend(engine, ground);
  }
  const slice = () => engine.run('deliver-slice', { mailing: subject.mailing, lane: 0, turn: 0 }, worker);
  const troubled = (name: TroubleName): Promise<DeliveryDocument> => subject.row(`someone@${name}.example`);
  const others = async () => (await subject.rows()).filter(({ email }) => email.endsWith('@example.com'));
  const accepted = async () => (await others()).filter(({ state }) => state === 'accepted').length;

  it('defers its mail alone, and the slice delivers all others', async () => {
    await begin(() => startTroubleSmtp());
    const began = Date.now();
    await slice();
    expect(await accepted()).to.equal(OTHERS);
    for (const name of NAMES) {
      const [rule, reply] = ROWS[name];
      const row = await troubled(name);
      expect(row, name).to.deep.include({ state: 'deferred', attempts: 1, class: 'later', rule, reply });
      expect(row.due_at!.getTime() - began, name).to.be.within(MINUTE, 6 * MINUTE);
      expect(row.first_deferred_at, name).to.be.an.instanceof(Date);
    }
    expect(await subject.batches()).to.have.nested.property('0.state', 'done');
    expect(worker.transport.servers()[0]).to.include({ pauseMs: 0, trouble: null });
    // Each lost connection is replaced: twice for each mail, where the second one tells whose trouble it was.
    expect(server.connections()).to.be.at.most(3 + 3 * NAMES.length);
  });

  it('changes nothing when the job runs once more', async () => {
    await begin(() => startTroubleSmtp());
    await slice();
    const before = await subject.rows();
    await slice();
    expect(await subject.rows()).to.deep.equal(before);
    expect(server.messages.filter((text) => text.includes('To:'))).to.have.length(OTHERS);
  });

  for (const [what, act] of Object.entries(OF_SERVER)) {
    it(`differs from trouble of a server that ${what}: no row gets an attempt`, async () => {
      await begin(() => startScriptedSmtp({ act: act! }), 300);
      await slice();
      for (const row of await subject.rows())
        expect(row).to.include({ state: 'pending' }).and.not.have.any.keys('attempts', 'reply', 'due_at');
      expect(await subject.batches()).to.have.nested.property('0.state', 'ready');
      expect(worker.transport.servers()[0]!.inFlight).to.equal(0);
    });
  }
});

describe('trouble with several recipients', () => {
  let engine: Engine;
  let server: ScriptedSmtp;
  let worker: WorkerContext;

  before(async () => {
    engine = await startEngine('troubled-recipients');
  });
  beforeEach(async () => {
    server = await startTroubleSmtp();
    worker = engine.another({}, { smtpUrls: [server.url], smtpTimeout: 150, giveUpHours: HOURS });
  });
  afterEach(async () => {
    setClock();
    engine.rung.length = 0;
    await server.close();
  });
  after(() => engine.stop());

  it('ends their mails after GIVE_UP_HOURS, and with them the send', async () => {
    const ground = await engine.ground();
    await addContacts(ground, [...people(5), ...GIVEN_UP.map((name) => `someone@${name}.example`)]);
    const subject = await openSend(engine, ground);
    const deliver = () => perform(deliverSlice, { mailing: subject.mailing, lane: 0, turn: 0 }, worker);
    await deliver();
    const began = Date.now();
    let at = began;
    await until(async () => {
      const rows = await subject.rows();
      const due = rows.flatMap(({ state, due_at }) => (state === 'deferred' ? [due_at!.getTime()] : []));
      // The mails of one round are tried together: those that are due earlier wait for the last.
      at = Math.max(at + 1000, ...due);
      setClock(() => at);
      await engine.sweepOnce(worker);
      return rows.every(({ state }) => state === 'accepted' || state === 'bounced');
    }, 'all mails to end');
    expect(at - began).to.be.within(HOURS * HOUR, (HOURS + 1) * HOUR);
    for (const name of GIVEN_UP) {
      const [rule, reply] = ROWS[name];
      const row = await subject.row(`someone@${name}.example`);
      expect(row, name).to.deep.include({
        state: 'bounced',
        class: 'later',
        rule,
        reply: `Given up after ${HOURS} hours: ${reply}`,
      });
      expect(row.attempts, name).to.be.within(5, 12);
    }
    expect(await subject.details()).to.deep.include({
      status: 3,
      delivered: 5,
      bounces: GIVEN_UP.length,
      triggered: 5 + GIVEN_UP.length,
      pending: 0,
    });
  }).timeout(120_000);

  it('holds up neither the other mails of the send nor the send of another account', async () => {
    const [ground, neighbour] = [await engine.ground(), await engine.ground()];
    // None of these is silent.
    worker = engine.another({}, { smtpUrls: [server.url], smtpTimeout: 20_000 });
    const bad = Array.from(
      { length: 6 },
      (_, at) => `someone${at}@${at % 2 ? 'hangup' : 'nonsense'}.example`,
    );
    await addContacts(ground, [...bad, ...people(60)]);
    await addContacts(neighbour, people(20, 'neighbour'));
    const sends = [await openSend(engine, ground), await openSend(engine, neighbour)];
    await Promise.all(
      sends.map(({ mailing }) => engine.run('deliver-slice', { mailing, lane: 0, turn: 0 }, worker)),
    );
    const [own, theirs] = await Promise.all(sends.map((send) => send.rows()));
    expect(theirs!.filter(({ state }) => state === 'accepted')).to.have.length(20);
    expect(own!.filter(({ state }) => state === 'accepted')).to.have.length(60);
    const deferred = own!.filter(({ state }) => state === 'deferred');
    expect(deferred.map(({ email }) => email)).to.have.members(bad);
    // Three, and two for each mail whose connection was lost.
    expect(server.connections()).to.be.at.most(3 + 2 * bad.length);
  });

  it('leaves the lane to other sends when the last mails of a slice are not answered', async () => {
    const [ground, neighbour] = [await engine.ground(), await engine.ground()];
    await addContacts(ground, [...people(5), 'someone@silent.example']);
    await addContacts(neighbour, people(20, 'neighbour'));
    const hurry = new AbortController();
    const patient = engine.another({ hurry: hurry.signal }, { smtpUrls: [server.url], smtpTimeout: 60_000 });
    const [own, theirs] = [await openSend(engine, ground), await openSend(engine, neighbour)];
    const turn = await withAccount('deliver-slice', { mailing: own.mailing, lane: 0, turn: 0 });
    // Without the end of its last mail, for which `perform` waits.
    expect(await deliverSlice.run(turn, patient)).to.not.equal('more');
    const row = await own.row('someone@silent.example');
    expect(row.state, 'its mail is still under way').to.equal('pending');
    expect((await own.batches())[0]!.lease_token).to.be.a('string');
    await deliverSlice.run(
      await withAccount('deliver-slice', { mailing: theirs.mailing, lane: 0, turn: 0 }),
      patient,
    );
    expect((await theirs.rows()).filter(({ state }) => state === 'accepted')).to.have.length(20);
    hurry.abort();
    await patient.tails.ended();
    await until(async () => (await own.batches())[0]!.lease_token === null, 'the batch to be released');
    expect((await own.row('someone@silent.example')).attempts).to.equal(undefined);
  });

  it('begins with a mail that can not be signed, too: it is deferred', async () => {
    const signer = createSigner();
    const broken = { ...signer, sign: () => Promise.reject(new Error('no such key')) };
    const transport = transportTo(worker.config.smtpUrls, {}, { signer: broken });
    const keys = [{}] as unknown as NonNullable<Parameters<typeof transport.send>[0]['keys']>;
    const raw = Buffer.from('From: a@example.com\r\n\r\nHello\r\n');
    const mail = { from: 'a@example.com', to: 'b@example.com', raw, messageId: '1', keys };
    expect(await transport.send(mail)).to.deep.include({
      kind: 'deferred',
      class: 'later',
      rule: 'own-signing',
      reply: 'The mail could not be signed: no such key',
    });
    await transport.close();
  });
});
