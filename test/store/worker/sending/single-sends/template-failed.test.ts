import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import { AutomationSchedule } from '../../../../../common/models/automation-schedules.ts';
import { Mailing } from '../../../../../common/models/mailings.ts';
import { Rendering } from '../../../../../common/models/renderings.ts';
import { SingleSend } from '../../../../../common/models/single-sends.ts';
import { createRenderer } from '../../../../../common/rendering/renderer.ts';
import { startSingleSend } from '../../../../../worker/sending/single-sends/start.ts';
import { createSeries, join } from '../../../../support/automations.ts';
import { createSend, type Engine, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { aSend, type Ground } from '../../../../support/factories.ts';
import { UNCLOSED } from '../../../../support/hiding-ways.ts';
import { INLINE_STYLES, mjmlOfBody } from '../../../../support/hostile-designs.ts';
import { rows } from '../../../../support/rows.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

const json = (mjml: string): string => JSON.stringify({ mjml });
const BROKEN = json('<mjml><mj-body><mj-section>');
const DETAIL =
  'The template can not be used: line 1: <mj-section> is not closed; write </mj-section> at its end. ' +
  'line 1: <mj-body> is not closed; write </mj-body> at its end. ' +
  'line 1: <mjml> is not closed; write </mjml> at its end.';
/** The end of the reason of a failure that passes. */
const RETRIED = /it is retried automatically\.$/;

describe('a send whose stored template can not be rendered', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('template-failed', { RENDER_CPU_MS: '1500' });
    ground = await engine.ground();
    await addContacts(ground, people(2));
  });
  after(() => engine.stop());
  afterEach(() => setClock());

  const start = ({ id, userId }: Subject, worker = engine.worker) =>
    startSingleSend({ singleSendId: id, userId }, worker);
  /** Stored as it was before designs were rendered when they are saved. */
  const stored = async (template_json: string, fields: object = {}): Promise<Subject> => {
    const subject = await createSend(ground);
    await rows(SingleSend).updateOne(
      { _id: subject.id },
      { $set: { template_json, template_html: null, ...fields } },
    );
    return subject;
  };
  /** The details of a send on hold, once the renderer had time for it: on a busy machine it is tried again after a while. */
  const held = (subject: Subject) => {
    let passed = 0;
    return until(async () => {
      await start(subject);
      const details = await subject.details();
      if (details['hold_reason'] === null) return null;
      if (!RETRIED.test(String(details['hold_detail']))) return details;
      passed += 60_000;
      setClock(() => Date.now() + passed);
      return null;
    }, 'the hold');
  };

  it('stays on hold, and shows the reason', async () => {
    const subject = await stored(BROKEN);
    expect(await held(subject)).to.deep.include({
      status: 0,
      hold_reason: 'template_failed',
      hold_detail: DETAIL,
      sent_at: null,
    });
    await start(subject);
    expect(await rows(Mailing).countDocuments({ _id: subject.mailing })).to.equal(0);
  });

  it('goes out after it was changed', async () => {
    const subject = await stored(BROKEN);
    await held(subject);
    const update = { ...aSend(ground), utr: subject.utr };
    expect((await ground.client.post('/single/send/update', update)).status).to.equal(200);
    expect(await subject.details()).to.deep.include({ status: 1, hold_reason: null, hold_detail: null });
    await start(subject);
    await engine.work();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 2 });
  });

  it('stays on hold when rendering takes too long, and its job never waits that long', async () => {
    const subject = await stored(json(INLINE_STYLES));
    await start(subject);
    expect((await subject.details())['hold_reason']).to.equal(null);
    expect((await held(subject))['hold_detail']).to.match(/it takes too long to render/);
  });

  it('stays on hold when HTML leaves a comment open, which was saved before the API refused that', async () => {
    const subject = await stored('', { template_json: null, template_html: UNCLOSED['a comment']![0] });
    const { hold_reason, hold_detail } = await held(subject);
    expect(hold_reason).to.equal('template_failed');
    expect(hold_detail).to.match(
      /^The template can not be used: a comment is not closed; write --> at its end/,
    );
    const update = { ...aSend(ground), utr: subject.utr };
    expect((await ground.client.post('/single/send/update', update)).status).to.equal(200);
    await start(subject);
    await engine.work();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 2 });
  });

  it('allows its deletion', async () => {
    const waiting = await stored(BROKEN);
    await held(waiting);
    expect((await ground.client.delete(`/single/send/delete?utr=${waiting.utr}`)).status).to.equal(200);
  });

  it('stays on hold when a worker crashed before it made the mailing', async () => {
    const running = await stored(BROKEN, { status: 2, sent_at: new Date() });
    await start(running);
    expect(await running.details()).to.deep.include({ status: 0, hold_reason: 'template_failed' });
  });

  it('ends when it was deleted after a worker crashed before it made the mailing', async () => {
    const deleted = await stored(BROKEN, { status: 2, sent_at: new Date(), deleted_at: new Date() });
    await start(deleted);
    expect((await deleted.send()).status).to.equal(3);
    await start(deleted);
    expect((await deleted.send()).status).to.equal(3);
  });

  it('waits and continues automatically when the renderer failed', async () => {
    const subject = await stored(json(mjmlOfBody('<mj-text>fine</mj-text>')));
    const away = createRenderer(engine.worker.config, engine.worker.log, new URL('file:///nowhere/child.js'));
    const worker = engine.another({ renderer: away });
    const details = await until(async () => {
      await start(subject, worker);
      const details = await subject.details();
      return details['hold_reason'] === null ? null : details;
    });
    expect(details).to.deep.include({ status: 0, hold_reason: 'template_failed' });
    expect(details['hold_detail']).to.match(RETRIED);
    await away.close();
    const began = Date.now();
    let minutes = 0;
    await until(async () => {
      // A busy machine may hold the send once more.
      minutes += 1;
      setClock(() => began + minutes * 60_000);
      await engine.sweepOnce();
      return (await subject.details())['status'] === 3;
    }, 'the send to complete');
    expect(await subject.details()).to.deep.include({ delivered: 2, hold_detail: null });
  });

  it('compiles a large mail in another process, and sends it', async () => {
    const html = `<html><body>${'<p>Hello ((first_name)) <a href="https://a.example/x">x</a></p>'.repeat(2000)}</body></html>`;
    const subject = await createSend(ground, { template_html: html });
    await start(subject);
    await engine.work();
    expect(await subject.details()).to.deep.include({ status: 3, delivered: 2 });
    expect((await subject.document()).links).to.deep.equal([{ id: 1, url: 'https://a.example/x' }]);
  });

  it('renders nothing that the API has rendered', async () => {
    await Rendering.deleteMany({});
    const subject = await createSend(ground, { template_html: '<p>seen before</p>' });
    const [kept] = await Rendering.find({}).toArray();
    await start(subject);
    expect((await subject.send()).status).to.equal(2);
    expect(await Rendering.find({}).toArray()).to.deep.equal([kept]);
  });
});

describe('an automation’s email whose stored template can not be rendered', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('email-template-failed');
    ground = await engine.ground();
  });
  after(() => engine.stop());

  it('waits, shows the reason, and is sent after it was changed', async () => {
    const { client, sender_id } = ground;
    const series = await createSeries(ground);
    const email = {
      sender_id,
      subject: 'One',
      waiting_type: 'instantly',
      waiting_period: 1,
      template_id: 1,
      preview_img: 'welcome.png',
    };
    const schedule = await series.email(email);
    await rows(AutomationSchedule).updateOne(
      { _id: schedule.id },
      { $set: { template_json: BROKEN, template_html: null } },
    );
    await series.live();
    await join(ground, people(1), engine.worker);
    const shown = async () => (await series.progress()).emails[0]!;
    const held = await until(async () => {
      await engine.sweepOnce();
      const email = await shown();
      return email.hold_reason === null ? null : email;
    });
    expect(held).to.deep.include({ hold_reason: 'template_failed', hold_detail: DETAIL, triggered: 0 });
    const update = { ...email, utr: schedule.utr, template_html: '<p>Better</p>' };
    expect((await client.post('/automations/schedule/update', update)).status).to.equal(200);
    await until(async () => {
      await engine.sweepOnce();
      return (await shown()).delivered === 1;
    });
    expect(await shown()).to.deep.include({ hold_reason: null, hold_detail: null });
  });
});
