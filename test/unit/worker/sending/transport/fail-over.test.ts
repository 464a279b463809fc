import { expect } from 'chai';
import { pino } from 'pino';
import { Domains } from '../../../../../worker/sending/pace/domains.ts';
import { FailOver } from '../../../../../worker/sending/transport/fail-over.ts';
import { type MailServer, SMTP_TRAITS } from '../../../../../worker/sending/transport/mail-server.ts';
import type { Handover, MailAnswer, Outcome } from '../../../../../worker/sending/transport/outcome.ts';
import type { PooledServer } from '../../../../../worker/sending/transport/server-health.ts';
import { deferralBy } from '../../../../../worker/sending/transport/trouble.ts';
import { mailTo } from '../../../../support/transports.ts';

const SLOW = { class: 'slow', rule: 'x' } as const;
const answered = (answer: MailAnswer): Handover => ({ kind: 'answered', answer, slowDown: false });
const lost = (more: Partial<Handover> = {}): Handover =>
  ({ kind: 'lost', fault: 'connection', reason: 'closed', opening: false, ...more }) as Handover;
const refusal: MailAnswer = {
  kind: 'refused',
  reply: '550 no',
  code: null,
  class: 'gone',
  rule: 'x',
  bytesFree: true,
};

const ACCEPTED = answered({ kind: 'accepted', reply: '250 ok', bytesFree: true });
const REFUSED = answered(refusal);
const LOST = lost();
const NOT_OPENED = lost({ opening: true });
const ABORTED = lost({ fault: 'aborted' });
const AFTER_RCPT = lost({ deferral: deferralBy('lost', 'at RCPT', 'closed') });
const CLOSED_AT_RCPT = lost({ fault: 'slow_down', aboutDomain: SLOW });
const UNABLE: Handover = { kind: 'unable', answer: refusal };
const IN_DOUBT: Handover = { kind: 'in_doubt', reason: 'closed', bytesFree: true };

/** Fail-over among servers each of which answers all mails with one result. */
const failOver = (...results: Handover[]) => pooledFailOver(results, {});

function pooledFailOver(results: readonly Handover[], pools: Readonly<Record<string, readonly string[]>>) {
  const took: number[] = results.map(() => 0);
  const pooled = results.map((result, at): PooledServer => {
    const server: MailServer = {
      name: `mx${at}:25`,
      traits: SMTP_TRAITS,
      atOnce: 10,
      deliver: () => Promise.resolve(((took[at]! += 1), result)),
      giveBack: () => {},
      close: () => Promise.resolve(),
    };
    return { server, pace: null, weight: 1 };
  });
  const servers = pooled.map(({ server }) => ({ name: server.name, connections: server.atOnce }));
  const domains = new Domains({ servers, store: null });
  const over = new FailOver(pooled, domains, pino({ level: 'silent' }), pools);
  const send = (name = 'x.example', pool: string | null = null): Promise<Outcome> =>
    over.send({ ...mailTo(`a@${name}`), pool }, domains.of(name));
  return { over, send, took };
}

const wordsOf = (outcome: Outcome): string =>
  [outcome.kind, 'rule' in outcome && outcome.rule, outcome.bytesFree && 'free'].filter(Boolean).join(', ');

describe('transport: fail-over', () => {
  const table: [string, Handover[], string][] = [
    ['accepted', [ACCEPTED], 'accepted, free'],
    ['refused', [REFUSED, ACCEPTED], 'refused, x, free'],
    ['lost, then accepted', [LOST, ACCEPTED], 'accepted'],
    ['lost, then in doubt', [LOST, IN_DOUBT], 'in_doubt'],
    ['in doubt', [IN_DOUBT, ACCEPTED], 'in_doubt, free'],
    ['lost everywhere', [LOST, NOT_OPENED], 'unreached'],
    ['lost after RCPT everywhere', [AFTER_RCPT, LOST], 'deferred, own-lost-line'],
    ['closed at RCPT everywhere', [CLOSED_AT_RCPT, CLOSED_AT_RCPT], 'put_off, x'],
    ['aborted', [ABORTED, ACCEPTED], 'unreached'],
    ['not possible, then accepted', [UNABLE, ACCEPTED], 'accepted, free'],
    ['not possible anywhere', [UNABLE, UNABLE], 'refused, x, free'],
    ['not possible, then lost', [UNABLE, LOST], 'deferred, own-other-server, free'],
  ];
  for (const [what, results, outcome] of table)
    it(`makes a mail "${outcome}" that is ${what}`, async () => {
      expect(wordsOf(await failOver(...results).send())).to.equal(outcome);
    });

  it('uses no server that can not be opened, and shows its cool-down', async () => {
    const { over, send, took } = failOver(NOT_OPENED, ACCEPTED);
    for (let mail = 0; mail < 5; mail += 1) expect((await send()).kind).to.equal('accepted');
    expect(took).to.deep.equal([1, 5]);
    const [down, up] = over.states();
    expect(down).to.include({ name: 'mx0:25', trouble: 'closed', inFlight: 0 });
    expect(down!.pauseMs).to.be.within(1, 1000);
    expect(up).to.deep.include({ pauseMs: 0, trouble: null });
  });

  it('names the fault of the server that is tried again first when all are in their cool-down', async () => {
    const { send, took } = failOver(NOT_OPENED);
    await send();
    const outcome = await send();
    expect(took).to.deep.equal([1]);
    expect(outcome).to.deep.include({ kind: 'unreached', fault: 'connection', reason: 'mx0:25: closed' });
    expect(outcome).to.have.property('retryInMs').within(100, 1000);
  });

  it('uses the servers of the mail’s pool alone, also when these fail', async () => {
    const pools = { down: ['mx0:25'], up: ['mx1:25', 'mx2:25'] };
    const { send, took } = pooledFailOver([NOT_OPENED, ACCEPTED, ACCEPTED], pools);
    expect(await send('x.example', 'down')).to.deep.include({ kind: 'unreached', host: 'mx0:25' });
    expect(await send('x.example', 'down')).to.deep.include({ kind: 'unreached', host: 'mx0:25' });
    for (let mail = 0; mail < 4; mail += 1) expect((await send('x.example', 'up')).kind).to.equal('accepted');
    expect(took[0]).to.equal(1);
    expect(took[1]! + took[2]!).to.equal(4);
    expect(() => pooledFailOver([ACCEPTED], { lost: ['mx9:25'] })).to.throw(/lost has mx9:25/);
  });

  it('uses no server that asked for less of three domains', async () => {
    const { over, send } = failOver(CLOSED_AT_RCPT);
    for (const name of ['a.example', 'b.example']) await send(name);
    expect(over.states()[0]!.pauseMs).to.equal(0);
    expect(await send('c.example')).to.deep.include({ kind: 'put_off', reason: 'closed' });
    expect(over.states()[0]!.pauseMs).to.be.greaterThan(0);
  });

  it('leaves a server alone after ten mails in doubt', async () => {
    const { over, send } = failOver(IN_DOUBT);
    for (let mail = 0; mail < 9; mail += 1) expect((await send()).kind).to.equal('in_doubt');
    expect(over.states()[0]!.pauseMs).to.equal(0);
    await send();
    expect(over.states()[0]).to.deep.include({ trouble: 'closed' });
    expect((await send()).kind).to.equal('unreached');
  });
});
