import { expect } from 'chai';
import type { WorkerContext } from '../../../worker/runtime/context.ts';
import type { Answer } from '../../support/api.ts';
import { leaveInDoubt, messageIdIn, startDoubtfulSmtp } from '../../support/doubts.ts';
import { createSend, type Engine, type Subject, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import type { ScriptedSmtp } from '../../support/scripted-smtp.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

const DECIDED = { status: 'success', message: 'Decided Successfully' };
const GONE = { status: 'failed', errors: 'Record not found' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('the API of mails in doubt of a single send', () => {
  let engine: Engine;
  let breaking: ScriptedSmtp;
  /** A worker whose mail server accepts mails without replying. */
  let doubtful: WorkerContext;
  let ground: Ground;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('contract-doubts', { IN_DOUBT: 'hold', RATE_CALLS: '0' });
  });
  after(() => engine.stop());

  beforeEach('a send completes with two of three in doubt', async () => {
    breaking = await startDoubtfulSmtp();
    doubtful = engine.another({}, { smtpUrls: [breaking.url] });
    engine.mail.mails.length = 0;
    ground = await engine.ground();
    await addContacts(ground, ['doubt-a@example.com', 'ada@example.com', 'doubt-b@example.com']);
    subject = await createSend(ground);
    engine.rung.length = 0;
    await complete(doubtful);
    expect(await figures()).to.deep.equal({ ...NONE, status: 3, triggered: 3, delivered: 1, in_doubt: 2 });
  });
  afterEach(() => breaking.close());

  const NONE = { pending: 0, delivered: 0, bounces: 0, in_doubt: 0, resent_in_doubt: 0, skipped: 0 };
  /** A connection that breaks may affect another mail too, which is then sent a while later. */
  const complete = (worker: WorkerContext) =>
    until(async () => {
      await engine.sweepOnce(worker);
      return (await subject.details())['status'] === 3;
    }, 'the end of the send');
  async function figures() {
    const shown = await subject.details();
    const names = ['status', 'triggered', ...Object.keys(NONE)];
    return Object.fromEntries(names.map((name) => [name, shown[name]]));
  }
  const list = (range = '') => ground.client.get(`/single-send/in-doubt?utr=${subject.utr}${range}`);
  const ids = async (): Promise<number[]> =>
    (await list()).body.message.inDoubt.map(({ id }: { id: number }) => id);
  const decide = (decision: string, which: object): Promise<Answer> =>
    ground.client.post('/single-send/in-doubt/decide', { utr: subject.utr, decision, ...which });
  const expectDecided = async (decision: string, which: object): Promise<void> => {
    const { status, body } = await decide(decision, which);
    expect([status, body]).to.deep.equal([200, DECIDED]);
  };

  it('shows each mail with the Message-ID that finds it in the mail server’s log', async () => {
    const { status, body } = await list();
    const [first, second] = [
      await subject.row('doubt-a@example.com'),
      await subject.row('doubt-b@example.com'),
    ];
    const shown = (row: typeof first) => {
      const message = breaking.messages.find((one) => one.includes(`To: `) && one.includes(row.email))!;
      return {
        id: row._id,
        user_id: ground.client.user_id,
        contact_id: row.contact_id,
        email: row.email,
        message_id: messageIdIn(message),
        attempts: 1,
        in_doubt_at: row.in_doubt_at!.toISOString().replace('Z', '000Z'),
        reason: row.reply,
      };
    };
    expect([status, body]).to.deep.equal([
      200,
      { status: 'success', message: { inDoubt: [shown(first), shown(second)] } },
    ]);
    expect(body.message.inDoubt[0].in_doubt_at).to.match(TIME);
    expect(first.reply).to.be.a('string').with.length.above(0);
  });

  it('lists pages', async () => {
    const first = await subject.row('doubt-a@example.com');
    const page = (await list('&limit=1')).body;
    expect([page.message.inDoubt.length, page.next_after_id]).to.deep.equal([1, first._id]);
  });

  it('counts a mail as delivered by decision, from the time when it became in doubt', async () => {
    const [first] = await ids();
    const { in_doubt_at } = await subject.row('doubt-a@example.com');
    await expectDecided('delivered', { ids: [first] });
    const decided = await subject.row('doubt-a@example.com');
    expect(decided).to.deep.include({ state: 'accepted', accepted_at: in_doubt_at });
    expect(decided).to.not.have.any.keys('in_doubt_at', 'doubted');
    expect(await figures()).to.deep.equal({ ...NONE, status: 3, triggered: 3, delivered: 2, in_doubt: 1 });
  });

  it('ignores a second decision, even a different one', async () => {
    const [first] = await ids();
    await expectDecided('delivered', { ids: [first] });
    const decided = await subject.row('doubt-a@example.com');
    await expectDecided('delivered', { ids: [first] });
    await expectDecided('resend', { ids: [first] });
    expect(await subject.row('doubt-a@example.com')).to.deep.equal(decided);
  });

  it('lists and sends none once all are decided at once', async () => {
    await expectDecided('delivered', { all: 1 });
    await expectDecided('delivered', { all: 1 });
    expect(await figures()).to.deep.equal({ ...NONE, status: 3, triggered: 3, delivered: 3 });
    expect((await list()).body).to.deep.equal({ status: 'success', message: { inDoubt: [] } });
    await engine.sweepOnce();
    expect(engine.mail.mails).to.deep.equal([]);
  });

  it('sends mails again by decision, with the same Message-ID, and the send completes again', async () => {
    const told = new Map<string, string>(
      (await list()).body.message.inDoubt.map((one: Record<string, string>) => [
        one['email'],
        one['message_id'],
      ]),
    );
    await expectDecided('resend', { all: true });
    await expectDecided('resend', { all: true });
    const under = { ...NONE, status: 2, triggered: 3, delivered: 1, pending: 2, resent_in_doubt: 2 };
    expect(await figures()).to.deep.equal(under);
    expect(await ids()).to.deep.equal([]);
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect(await figures()).to.deep.equal({
      ...NONE,
      status: 3,
      triggered: 3,
      delivered: 3,
      resent_in_doubt: 2,
    });
    expect(engine.mail.mails.map(({ to, raw }) => [to, messageIdIn(raw)])).to.have.deep.members([...told]);
    expect((await subject.send()).completed_at).to.be.an.instanceOf(Date);
    await engine.sweepOnce();
    expect(engine.mail.mails).to.have.length(2);
  });

  it('shows a mail again that becomes in doubt again', async () => {
    await expectDecided('resend', { ids: await ids() });
    await complete(doubtful);
    const again = { ...NONE, status: 3, triggered: 3, delivered: 1, in_doubt: 2, resent_in_doubt: 2 };
    expect(await figures()).to.deep.equal(again);
    expect((await list()).body.message.inDoubt[0].attempts).to.equal(2);
  });

  it('counts a refusal, and skips an unsubscribed recipient, when it sends again', async () => {
    await ground.client.post('/global-unsubscribes/save', { email_address: 'doubt-a@example.com' });
    engine.mail.answer(() => ({ code: 550, text: '5.1.1 nobody' }));
    await expectDecided('resend', { all: 1 });
    await engine.sweepOnce();
    await engine.sweepOnce();
    engine.mail.answer(() => null);
    expect(await figures()).to.deep.equal({
      ...NONE,
      status: 3,
      triggered: 2,
      delivered: 1,
      bounces: 1,
      skipped: 1,
      resent_in_doubt: 2,
    });
  });

  it('sends none again while the send is paused', async () => {
    await expectDecided('resend', { ids: await ids() });
    expect((await ground.client.post(`/single-send/pause?utr=${subject.utr}`)).status).to.equal(200);
    await engine.sweepOnce();
    expect(engine.mail.mails).to.deep.equal([]);
  });

  it('refuses to resend after a cancellation, and still counts a mail as delivered by decision', async () => {
    const [first, second] = await ids();
    await expectDecided('resend', { ids: [first] });
    await ground.client.post(`/single-send/pause?utr=${subject.utr}`);
    expect((await ground.client.post(`/single-send/cancel?utr=${subject.utr}`)).status).to.equal(200);
    await engine.sweepOnce();
    await engine.sweepOnce();
    const before = await subject.row('doubt-b@example.com');
    const { status, body } = await decide('resend', { ids: [second] });
    expect([status, body]).to.deep.equal([409, { status: 'failed', errors: 'Single send was cancelled' }]);
    expect(await subject.row('doubt-b@example.com')).to.deep.equal(before);
    await expectDecided('delivered', { ids: [second] });
    expect(engine.mail.mails).to.deep.equal([]);
    expect(await figures()).to.deep.include({ status: 3, triggered: 2, delivered: 2, skipped: 1 });
  });

  it('answers 404 after the send is deleted', async () => {
    await ground.client.delete(`/single/send/delete?utr=${subject.utr}`);
    expect((await list()).status).to.equal(404);
    expect((await decide('resend', { all: 1 })).status).to.equal(404);
  });

  it('answers 404 to other accounts', async () => {
    const [first] = await ids();
    const { client: stranger } = await engine.ground();
    for (const which of [{ ids: [first] }, { all: 1 }]) {
      const answer = await stranger.post('/single-send/in-doubt/decide', {
        utr: subject.utr,
        decision: 'delivered',
        ...which,
      });
      expect([answer.status, answer.body]).to.deep.equal([404, GONE]);
    }
    const seen = await stranger.get(`/single-send/in-doubt?utr=${subject.utr}`);
    expect([seen.status, seen.body]).to.deep.equal([404, GONE]);
    expect(await ids()).to.have.length(2);
  });

  it('answers 404 to unknown ids and those of another account, and ignores them among others', async () => {
    const [first] = await ids();
    const stranger = await engine.ground();
    const other = await createSend(stranger, {
      schedule_type: 1,
      schedule_date: '2099-01-01',
      schedule_time: '10:00:00',
    });
    const [theirs] = await leaveInDoubt(other.mailing, stranger.client.user_id);
    for (const which of [{ ids: [theirs] }, { ids: [987_654_321] }, { ids: ['x'] }]) {
      const { status, body } = await decide('delivered', which);
      expect([status, body], JSON.stringify(which)).to.deep.equal([404, GONE]);
    }
    expect(await ids()).to.have.length(2);
    await expectDecided('delivered', { ids: [theirs, String(first), 987_654_321, 'x'] });
    expect(await ids()).to.have.length(1);
    const left = await stranger.client.get(`/single-send/in-doubt?utr=${other.utr}`);
    expect(left.body.message.inDoubt).to.have.length(1);
  });

  it('needs ids or `all`, and a decision', async () => {
    const cases: [object, Record<string, string>][] = [
      [{}, { decision: 'The decision field is required.', ids: 'The ids field is required.' }],
      [{ decision: 'lost', ids: [1] }, { decision: 'The selected decision is invalid.' }],
      [{ decision: 'resend', ids: [] }, { ids: 'The ids field is required.' }],
      [{ decision: 'resend', ids: [], all: 0 }, { ids: 'The ids field is required.' }],
      [{ decision: 'resend', ids: [1], all: 1 }, { ids: 'The ids field must be empty when all is given.' }],
      [
        { decision: 'resend', all: 'some' },
        { all: 'The selected all is invalid.', ids: 'The ids field is required.' },
      ],
      [
        { decision: 'resend', ids: Array.from({ length: 10_001 }, (_, at) => at + 1) },
        { ids: 'The ids field must not have more than 10000 items.' },
      ],
    ];
    for (const [given, texts] of cases) {
      const { status, body } = await ground.client.post('/single-send/in-doubt/decide', {
        utr: subject.utr,
        ...given,
      });
      const errors = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, [text]]));
      expect([status, body.errors], JSON.stringify(given).slice(0, 100)).to.deep.equal([422, errors]);
    }
    const blank = await ground.client.get('/single-send/in-doubt?utr=');
    expect([blank.status, blank.body.errors]).to.deep.equal([422, { utr: ['The utr field is required.'] }]);
    await expectDecided('resend', { all: 1, ids: '' });
  });
});
