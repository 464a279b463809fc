import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import { Delivery, type DeliveryDocument } from '../../../../../common/models/deliveries.ts';
import type { WorkerContext } from '../../../../../worker/runtime/context.ts';
import deliverSlice from '../../../../../worker/sending/jobs/deliver-slice.ts';
import { type Engine, openSend, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { perform } from '../../../../support/job-payloads.ts';
import { rows } from '../../../../support/rows.ts';
import {
  type Act,
  type Occasion,
  type ScriptedSmtp,
  startScriptedSmtp,
} from '../../../../support/scripted-smtp.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

/** A domain that has deferred twenty mails in a row gets no more at once. */
const EACH = 24;
const DOMAINS = ['one', 'two', 'three', 'four', 'slow'];
const SLOW = 'slow.example';

/** The server answers for the slow domain in one of these ways; it answers for all others at once. */
const WAYS: Readonly<Record<string, (occasion: Occasion) => Act | undefined>> = {
  '421 and the end at RCPT': ({ point }) => (point === 'RCPT' ? '421 4.7.0 too many mails' : undefined),
  '421 and the end at the dot': ({ point }) => (point === 'dot' ? '421 4.7.0 too many mails' : undefined),
  'nothing after the dot': ({ point }) => (point === 'dot' ? 'hang' : undefined),
  '450 at RCPT': ({ point }) => (point === 'RCPT' ? '450 4.2.0 later' : undefined),
};

describe('a recipient domain that is slow', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;
  let server: ScriptedSmtp;

  before(async () => {
    engine = await startEngine('slow-domains', { SMTP_CONNECTIONS: '10' });
    ground = await engine.ground();
    const people = Array.from({ length: EACH }, (_, at) =>
      DOMAINS.map((domain) => `person${at}@${domain}.example`),
    ).flat();
    await addContacts(ground, people);
  });
  after(() => engine.stop());
  beforeEach(async () => {
    subject = await openSend(engine, ground);
  });
  afterEach(async () => {
    setClock();
    for (const end of ends.splice(0)) end.abort();
    await server.close();
  });

  /** A server that treats mails to the slow domain in this way. */
  async function startServer(way: (occasion: Occasion) => Act | undefined): Promise<void> {
    const recipients = new Map<number, string>();
    server = await startScriptedSmtp({
      act(occasion) {
        if (occasion.point === 'RCPT') recipients.set(occasion.connection, occasion.command);
        return recipients.get(occasion.connection)?.includes(SLOW) ? way(occasion) : undefined;
      },
    });
  }

  const ends: AbortController[] = [];
  const hurry = (): AbortController => {
    ends.push(new AbortController());
    return ends.at(-1)!;
  };
  const workerOf = (end: AbortController, settings: Partial<WorkerContext['config']> = {}): WorkerContext =>
    engine.another({ hurry: end.signal }, { smtpUrls: [server.url], ...settings });

  /** Delivers slices in three lanes while it sweeps, as a worker does, until it is aborted. */
  async function slices(mailing: string, worker: WorkerContext): Promise<void> {
    const lanes = [0, 1, 2].map(async (lane) => {
      while (!worker.hurry.aborted) {
        await perform(deliverSlice, { mailing, lane, turn: 0 }, worker);
        await delay(50);
      }
    });
    const sweeping = async (): Promise<void> => {
      while (!worker.hurry.aborted) {
        await engine.sweep(worker);
        await delay(250);
      }
    };
    await Promise.all([...lanes, sweeping()]);
  }

  const states = async (of: (row: DeliveryDocument) => boolean): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    for (const row of (await subject.rows()).filter(of))
      counts.set(row.state, (counts.get(row.state) ?? 0) + 1);
    return counts;
  };
  const isSlow = (row: DeliveryDocument): boolean => row.email.endsWith(SLOW);
  const othersAreDone = async (): Promise<boolean> =>
    (await rows(Delivery).countDocuments({
      mailing: subject.mailing,
      email: { $not: /@slow\.example$/ },
      state: 'accepted',
    })) ===
    EACH * (DOMAINS.length - 1);

  for (const [name, way] of Object.entries(WAYS)) {
    for (const inDoubt of ['resend', 'hold'] as const) {
      it(`does not hold up others: ${name} (${inDoubt})`, async () => {
        const end = hurry();
        await startServer(way);
        const running = slices(subject.mailing, workerOf(end, { inDoubt }));
        await until(othersAreDone, 'the others');
        const slow = await states(isSlow);
        expect(slow.get('accepted')).to.equal(undefined);
        end.abort();
        await running;
        const late = (await subject.rows()).filter(isSlow);
        expect(late).to.have.length(EACH);
        if (name.startsWith('421 and the end at RCPT')) {
          expect(
            late.every(({ attempts }) => (attempts ?? 0) === 0),
            'no attempt',
          ).to.equal(true);
          const answered = late.filter((row) => row.class === 'slow');
          expect(answered.length).to.be.greaterThan(0);
          // The sweep has gathered those that are due again.
          expect(answered.map(({ state }) => state)).not.to.include('accepted');
        }
      });
    }
  }

  it('does not hold up others with two workers, nor the send of another account', async () => {
    const end = hurry();
    await startServer(WAYS['nothing after the dot']!);
    const stranger = await engine.ground();
    await addContacts(
      stranger,
      Array.from({ length: EACH }, (_, at) => `person${at}@other.example`),
    );
    const theirs = await openSend(engine, stranger);
    const workers = [workerOf(end), workerOf(end)];
    const running = workers.map((worker) => slices(subject.mailing, worker));
    await until(() => server.messages.some((message) => message.includes(SLOW)));
    running.push(slices(theirs.mailing, workers[0]!));
    await until(async () => (await theirs.rows()).every(({ state }) => state === 'accepted'));
    await until(othersAreDone, 'the others');
    expect((await states(isSlow)).get('accepted')).to.equal(undefined);
    // A domain that is silent holds one of a worker's ten connections until it is late, and never more than half.
    for (const { transport } of workers) {
      expect(transport.domains.of(SLOW).inside).to.be.at.most(5);
    }
    end.abort();
    await Promise.all(running);
  });

  it('gets each mail once when it takes mails again, and rows that waited have used up no attempt', async () => {
    let isSlowing = true;
    const first = hurry();
    await startServer(({ point }) =>
      isSlowing && point === 'RCPT' ? '421 4.7.0 too many mails' : undefined,
    );
    const running = slices(subject.mailing, workerOf(first));
    await until(othersAreDone, 'the others');
    await until(async () => ((await states(isSlow)).get('deferred') ?? 0) > 0);
    first.abort();
    await running;
    isSlowing = false;
    // All deferred rows are due.
    setClock(() => Date.now() + 2 * 3_600_000);
    const second = hurry();
    const again = slices(subject.mailing, workerOf(second));
    await until(async () => (await states(isSlow)).get('accepted') === EACH);
    second.abort();
    await again;
    expect((await subject.rows()).every(({ attempts }) => (attempts ?? 0) === 0)).to.equal(true);
    expect(server.messages).to.have.length(EACH * DOMAINS.length);
    await engine.sweepOnce();
    expect(await subject.details()).to.deep.include({ delivered: EACH * DOMAINS.length, bounces: 0 });
  });
});
