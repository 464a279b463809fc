import { expect } from 'chai';
import { Mailing } from '../../../common/models/mailings.ts';
import type { WorkerContext } from '../../../worker/runtime/context.ts';
import { createSeries, join, type Series } from '../../support/automations.ts';
import { leaveInDoubt, messageIdIn, startDoubtfulSmtp } from '../../support/doubts.ts';
import { createSend, type Engine, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import type { ScriptedSmtp } from '../../support/scripted-smtp.ts';
import { until } from '../../support/until.ts';

const DECIDED = { status: 'success', message: 'Decided Successfully' };
const GONE = { status: 'failed', errors: 'Record not found' };

describe('the API of mails in doubt of an automation’s email', () => {
  let engine: Engine;
  let breaking: ScriptedSmtp;
  let doubtful: WorkerContext;
  let ground: Ground;
  let series: Series;
  let email: Awaited<ReturnType<Series['email']>>;

  before(async () => {
    engine = await startEngine('contract-automation-doubts', { IN_DOUBT: 'hold', RATE_CALLS: '0' });
  });
  after(() => engine.stop());
  afterEach(() => breaking.close());
  beforeEach('the email to two people becomes in doubt', async () => {
    breaking = await startDoubtfulSmtp();
    doubtful = engine.another({}, { smtpUrls: [breaking.url] });
    engine.mail.mails.length = 0;
    ground = await engine.ground();
    series = await createSeries(ground);
    email = await series.email();
    await series.live();
    await join(ground, ['doubt-a@example.com', 'doubt-b@example.com'], engine.worker);
    await until(async () => {
      await engine.sweepOnce(doubtful);
      return (await series.progress()).done === 2;
    }, 'both to have moved on');
    expect((await series.progress()).emails[0]).to.include({ triggered: 2, delivered: 0, in_doubt: 2 });
  });

  const list = async () => (await ground.client.get(`/automations/schedule/in-doubt?utr=${email.utr}`)).body;
  const listed = async (): Promise<Record<string, string & number>[]> => (await list()).message.inDoubt;
  const decide = async (decision: string, which: object) =>
    (
      await ground.client.post('/automations/schedule/in-doubt/decide', {
        utr: email.utr,
        decision,
        ...which,
      })
    ).body;

  it('shows each mail with the Message-ID that finds it in the mail server’s log', async () => {
    const doubts = await listed();
    const sent = breaking.messages.map(messageIdIn);
    expect(doubts.map(({ email: to }) => to)).to.have.members(['doubt-a@example.com', 'doubt-b@example.com']);
    for (const { message_id } of doubts) expect(sent).to.include(message_id);
  });

  it('sends none again while the automation is paused', async () => {
    await series.pause();
    expect(await decide('resend', { all: 1 })).to.deep.equal(DECIDED);
    expect(await listed()).to.deep.equal([]);
    await engine.sweepOnce();
    expect(engine.mail.mails).to.deep.equal([]);
  });

  it('counts a mail as delivered, or sends it again, by decision while the automation is live', async () => {
    const doubts = await listed();
    expect(await decide('delivered', { ids: [doubts[0]!['id']] })).to.deep.equal(DECIDED);
    expect(await decide('resend', { all: 1 })).to.deep.equal(DECIDED);
    for (let round = 0; round < 3; round += 1) await engine.sweepOnce();
    expect(engine.mail.mails.map(({ to, raw }) => [to, messageIdIn(raw)])).to.deep.equal([
      [doubts[1]!['email'], doubts[1]!['message_id']],
    ]);
    expect(await series.progress()).to.deep.include({ waiting: 0, done: 2 });
    expect((await series.progress()).emails[0]).to.include({ triggered: 2, delivered: 2, in_doubt: 0 });
    expect(await rows(Mailing).findOne({ _id: email.mailing })).to.include({ state: 'done' });
  });

  it('sends them again when the automation goes live after a pause', async () => {
    await series.pause();
    await decide('resend', { all: 1 });
    await series.live();
    for (let round = 0; round < 3; round += 1) await engine.sweepOnce();
    expect(engine.mail.mails.map(({ to }) => to)).to.have.members([
      'doubt-a@example.com',
      'doubt-b@example.com',
    ]);
  });

  it('answers 404 to the ids of another mailing', async () => {
    const send = await createSend(ground, {
      schedule_type: 1,
      schedule_date: '2099-01-01',
      schedule_time: '10:00:00',
    });
    const others = await leaveInDoubt(send.mailing, ground.client.user_id);
    expect(await decide('resend', { ids: others })).to.deep.equal(GONE);
  });

  it('answers 404 to other accounts', async () => {
    const before = await list();
    const { client: stranger } = await engine.ground();
    const seen = await stranger.get(`/automations/schedule/in-doubt?utr=${email.utr}`);
    expect([seen.status, seen.body]).to.deep.equal([404, GONE]);
    const tried = await stranger.post('/automations/schedule/in-doubt/decide', {
      utr: email.utr,
      decision: 'resend',
      all: 1,
    });
    expect([tried.status, tried.body]).to.deep.equal([404, GONE]);
    expect(await list()).to.deep.equal(before);
  });

  it('answers 404 after the email is deleted', async () => {
    await ground.client.delete(`/automations/schedule/delete?utr=${email.utr}`);
    expect(await list()).to.deep.equal(GONE);
    expect(await decide('delivered', { all: 1 })).to.deep.equal(GONE);
  });

  it('names missing or wrong inputs', async () => {
    const { status, body } = await ground.client.post('/automations/schedule/in-doubt/decide', {
      decision: 'x',
    });
    expect([status, body.errors]).to.deep.equal([
      422,
      {
        utr: ['The utr field is required.'],
        decision: ['The selected decision is invalid.'],
        ids: ['The ids field is required.'],
      },
    ]);
  });
});
