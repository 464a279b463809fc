import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { layGround } from '../../../bench/support/ground.ts';
import type { Program } from '../../../bench/support/processes.ts';
import { type Stack, startStack } from '../../../bench/support/stack.ts';
import { messageIdOf } from '../../../common/domain/message-ids.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { WorkerPresence } from '../../../common/models/workers.ts';
import { environmentOf, inDoubtPerKill, perKill, type Setup } from '../../faults/support/bounds.ts';
import { people } from '../../support/engine.ts';
import { mailOf } from '../../support/mail-of.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

const SIZE = 2000;
/** Settings of one worker, for all its mail servers together. */
const setup: Setup = { connections: 4, slices: 2, recordMails: 5 };

interface Copy {
  id: string;
  to: string;
}

describe('a worker that is killed in the middle of a send', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-kill-'));
  let stack: Stack;
  const running = new Set<Program>();

  before(async () => {
    stack = await startStack({
      sinks: 2,
      // Slow enough for killing a worker in the middle.
      sink: { book: join(folder, 'book-{n}'), delayMs: 5 },
      environment: {
        ...environmentOf(setup),
        RECORD_MS: '20',
        LOG_LEVEL: 'fatal',
      },
    });
    await layGround(stack.call);
    const ids = { sender_id: 1, unsubscribe_group_id: 1, contact_type_id: 1 };
    await addContacts({ client: stack.keys as never, ...ids }, people(SIZE));
  });
  afterEach(async () => {
    await Promise.all([...running].map((worker) => worker.kill()));
    running.clear();
    // Ends the sends that a failed test has left, so that they do not disturb the next test.
    await rows(Mailing).updateMany({}, { $set: { state: 'done' } });
    await WorkerPresence.deleteMany({});
  });
  after(async () => {
    await stack?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Usually one mail server, or all of them. */
  const oneServer = () => ({ SMTP_URL: stack.sink.url });
  const allServers = () => ({ SMTP_CONNECTIONS: String(setup.connections / stack.sinks.length) });

  async function startWorkers(
    count: number,
    environment: Readonly<Record<string, string>>,
  ): Promise<Program[]> {
    const before = await WorkerPresence.countDocuments({});
    const started = Array.from({ length: count }, () => stack.startWorker(environment));
    for (const worker of started) running.add(worker);
    await until(
      async () => (await WorkerPresence.countDocuments({})) === before + count,
      'the workers to be there',
    );
    return started;
  }

  const taken = async (): Promise<number> => {
    const counts = await Promise.all(stack.sinks.map((sink) => sink.count()));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  /** The mails to our contacts in the books, without the first `from`. */
  async function copiesSince(from: number): Promise<Copy[]> {
    await taken();
    const lines = stack.sinks.flatMap((_, at) =>
      readFileSync(join(folder, `book-${at}`), 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    );
    return lines
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .slice(from)
      .map((line) => {
        const [, , id = '', to = '', reply] = line.split(' ');
        expect(reply).to.equal('250');
        return { id, to };
      });
  }

  interface Send {
    utr: string;
    mailing: string;
    /** Number of copies in the books before the send. */
    from: number;
  }

  async function startSend(): Promise<Send> {
    const from = await taken();
    const { message } = await stack.call('/single/send/create', {
      template_id: 1,
      template_html: '<p>Hello ((first_name))</p>',
      sender_id: 1,
      unsubscribe_group_id: 1,
      single_send_name: 'Everybody',
      subject: 'News',
      preheader: 'News',
      recipient_id: ['contacts_1'],
      schedule_type: 0,
    });
    const mailing = await until(async () => {
      const found = await rows(Mailing).find({}).sort({ single_send_id: -1 }).limit(1).next();
      return found?.state === 'freezing' || found?.state === 'open' ? found : null;
    }, 'the send to start');
    return { utr: (message as { utr: string }).utr, mailing: mailing._id, from };
  }

  /** Waits until about a third of the mails is sent. */
  const inTheMiddle = ({ from }: Send) =>
    until(async () => (await taken()) - from > SIZE / 3, 'a third to be sent');

  const detailsOf = async ({ utr }: Send): Promise<Record<string, number>> =>
    (
      (await stack.call(`/single-send/details?utr=${utr}`)).message as {
        singleSend: [Record<string, number>];
      }
    ).singleSend[0];

  /**
   * Waits for the end. With `dead`, the leases of the killed worker are ended as soon as nothing else is left to do; the tests
   * of the engine show that they end by themselves after 30 s.
   */
  async function completed(send: Send, dead: boolean): Promise<Record<string, number>> {
    if (dead) {
      const others = { mailing: send.mailing, state: { $ne: 'done' as const } };
      await until(async () => {
        const left = await rows(Batch).find(others).toArray();
        // A slice of a living worker takes 2 s, so a batch that stays leased belongs to the dead one.
        return left.every((one) => one.lease_token && one.free_at.getTime() < Date.now() + 27_000);
      }, 'the others to be done');
      await rows(Batch).updateMany(others, { $set: { free_at: new Date() } });
    }
    return until(async () => {
      const details = await detailsOf(send);
      return details['status'] === 3 ? details : null;
    }, 'the send to complete');
  }

  /** Checks that books and ledger agree; returns the addresses with two copies, and the rows by address. */
  async function compare(send: Send) {
    const ledger = await rows(Delivery).find({ mailing: send.mailing }).toArray();
    expect(ledger).to.have.length(SIZE);
    const domain = 'localhost';
    const secret = stack.environment['APP_SECRET']!;
    const byAddress = new Map(ledger.map((row) => [row.email, row]));
    const copies = new Map<string, number>();
    for (const { id, to } of await copiesSince(send.from)) {
      expect(id).to.equal(`<${messageIdOf(mailOf(byAddress.get(to)!), secret, domain)}>`);
      copies.set(to, (copies.get(to) ?? 0) + 1);
    }
    const twice = [...copies].filter(([, count]) => count > 1).map(([to]) => to);
    expect(Math.max(...copies.values())).to.be.at.most(2);
    return { byAddress, ledger, copies, twice };
  }

  async function expectAllSent(send: Send, details: Record<string, number>) {
    expect(details).to.deep.include({
      triggered: SIZE,
      delivered: SIZE,
      bounces: 0,
      in_doubt: 0,
      pending: 0,
      skipped: 0,
    });
    const compared = await compare(send);
    expect(compared.copies.size).to.equal(SIZE);
    for (const row of compared.ledger) expect(row.state).to.equal('accepted');
    return compared;
  }

  it('loses no recipient, and doubles at most the mails in flight, each of them marked', async () => {
    const [victim] = await startWorkers(2, oneServer());
    const send = await startSend();
    await inTheMiddle(send);
    await victim!.kill();
    await startWorkers(1, oneServer());
    const { byAddress, twice } = await expectAllSent(send, await completed(send, true));
    expect(twice.length).to.be.at.most(perKill(setup));
    for (const to of twice) expect(byAddress.get(to)!.doubted, to).to.equal(true);
  });

  it('doubles no mail with IN_DOUBT=hold, and lists the mails in doubt', async () => {
    const environment = { ...oneServer(), IN_DOUBT: 'hold' };
    const [victim] = await startWorkers(2, environment);
    const send = await startSend();
    await inTheMiddle(send);
    await victim!.kill();
    await startWorkers(1, environment);
    const details = await completed(send, true);
    const { ledger, copies, twice } = await compare(send);
    expect(twice).to.deep.equal([]);
    const inState = (state: string) => ledger.filter((row) => row.state === state).map((row) => row.email);
    const [accepted, inDoubt] = [inState('accepted'), inState('in_doubt')];
    expect(accepted.length + inDoubt.length).to.equal(SIZE);
    expect(inDoubt.length).to.be.at.most(inDoubtPerKill(setup));
    expect(details).to.deep.include({
      triggered: SIZE,
      delivered: accepted.length,
      in_doubt: inDoubt.length,
    });
    for (const to of accepted) expect(copies.get(to)).to.equal(1);
    expect(new Set([...copies.keys(), ...inDoubt]).size).to.equal(SIZE);
  });

  it('shares two mail servers with two other workers, which continue without it', async () => {
    const [victim] = await startWorkers(3, allServers());
    const before = await Promise.all(stack.sinks.map((sink) => sink.count()));
    const send = await startSend();
    await inTheMiddle(send);
    await victim!.kill();
    const { byAddress, twice } = await expectAllSent(send, await completed(send, true));
    expect(twice.length).to.be.at.most(perKill(setup));
    for (const to of twice) expect(byAddress.get(to)!.doubted, to).to.equal(true);
    const after = await Promise.all(stack.sinks.map((sink) => sink.count()));
    for (const [at] of after.entries()) expect(after[at]! - before[at]!).to.be.greaterThan(SIZE / 4);
  });

  it('puts its batches back when it is asked to stop, so that no mail is in doubt', async () => {
    const [leaver] = await startWorkers(2, oneServer());
    const send = await startSend();
    await inTheMiddle(send);
    await leaver!.stop();
    expect(leaver!.child.exitCode).to.equal(0);
    const { ledger, twice } = await expectAllSent(send, await completed(send, false));
    expect(twice).to.deep.equal([]);
    expect(ledger.filter((row) => row.doubted)).to.deep.equal([]);
  });

  it('loses and doubles no mail when Redis loses everything', async () => {
    await startWorkers(2, oneServer());
    const send = await startSend();
    await inTheMiddle(send);
    const redis = new Redis(stack.redis.url());
    await redis.flushall();
    redis.disconnect();
    const { ledger, twice } = await expectAllSent(send, await completed(send, false));
    expect(twice).to.deep.equal([]);
    expect(ledger.filter((row) => row.doubted)).to.deep.equal([]);
  });
});
