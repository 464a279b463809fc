import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import { Mailing } from '../../../../../common/models/mailings.ts';
import { Notice } from '../../../../../common/models/notices.ts';
import automationStep from '../../../../../worker/automations/jobs/automation-step.ts';
import { noteStalled } from '../../../../../worker/notices/detect-stalled.ts';
import sendNotices from '../../../../../worker/notices/jobs/send-notices.ts';
import { deliverNext } from '../../../../../worker/sending/delivery/deliver-next.ts';
import { createSeries, join } from '../../../../support/automations.ts';
import { type Engine, openSend, people, type Subject, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { perform } from '../../../../support/job-payloads.ts';
import { told, watch } from '../../../../support/notices.ts';
import { rows } from '../../../../support/rows.ts';
import {
  type Act,
  type Point,
  type Script,
  type ScriptedSmtp,
  startScriptedSmtp,
} from '../../../../support/scripted-smtp.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

interface Details {
  trouble: Record<string, string | number>[];
  delayed: number;
  paused_detail: string;
}

const doing =
  (point: Point, deed: Act): NonNullable<Script['act']> =>
  (occasion) =>
    occasion.point === point ? deed : undefined;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('trouble of a send', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('server-trouble');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    engine.mail.answer(() => null);
  });
  afterEach(() => setClock());

  /** A worker whose mail server listens nowhere. */
  const lost = () => engine.another({}, { smtpUrls: ['smtp://127.0.0.1:9'], giveUpHours: 2 });
  const by = ({ url }: ScriptedSmtp) => engine.another({}, { smtpUrls: [url], giveUpHours: 2 });
  const detailsOf = (send: Subject): Promise<Details> => send.details() as unknown as Promise<Details>;
  const later = (ms: number) => setClock(() => Date.now() + ms);

  /** Deeds of a mail server before it takes a mail, with the class and the part of its reply that the send shows. */
  const PASSING: Readonly<
    Record<string, readonly [act: NonNullable<Script['act']> | null, cls: string, shown: string]>
  > = {
    'listens nowhere': [null, 'relay', 'ECONNREFUSED'],
    'cuts the line': [doing('connect', 'cut'), 'relay', 'Connection closed'],
    'greets with 421': [doing('greeting', '421 4.3.2 too busy'), 'slow', '421 4.3.2 too busy'],
    'answers EHLO with 421': [
      doing('EHLO', '421-4.7.0 Try again later, closing connection. (EHLO)\r\n421 4.7.0 gsmtp'),
      'slow',
      'Try again later',
    ],
  };
  for (const [what, [act, cls, shown]] of Object.entries(PASSING))
    it(`shows at once the mail server that ${what}, and ends with the first accepted mail`, async () => {
      const server = act && (await startScriptedSmtp({ act }));
      try {
        await addContacts(ground, people(3));
        const send = await openSend(engine, ground);
        await deliverNext(send.userId, send.mailing, server ? by(server) : lost());
        const { trouble, ...details } = await detailsOf(send);
        expect(details).to.deep.include({ status: 2, pending: 3, paused_reason: null });
        expect(trouble).to.have.length(1);
        const host = server ? `127.0.0.1:${server.port}` : '127.0.0.1:9';
        expect(trouble[0]).to.deep.include({ scope: 'server', host, class: cls, rows: 3 });
        expect(trouble[0]!['reply']).to.include(`${host}: `).and.include(shown);
        later(2 * MINUTE);
        await deliverNext(send.userId, send.mailing, engine.worker);
        expect(await detailsOf(send)).to.deep.include({ trouble: [], delivered: 3 });
        expect((await rows(Mailing).findOne({ _id: send.mailing }))?.server_trouble).to.equal(undefined);
      } finally {
        await server?.close();
      }
    });

  for (const greeting of ['554 5.7.1 no service', 'xyz what'])
    it(`pauses at once for a mail server that greets with ${greeting}`, async () => {
      const server = await startScriptedSmtp({ act: doing('greeting', greeting) });
      try {
        await addContacts(ground, people(3));
        const send = await openSend(engine, ground);
        await deliverNext(send.userId, send.mailing, by(server));
        const paused = await detailsOf(send);
        expect(paused).to.deep.include({ pending: 3, paused_reason: 'refused' });
        expect(paused.paused_detail).to.include(`127.0.0.1:${server.port}: `).and.include(greeting);
      } finally {
        await server.close();
      }
    });

  it('keeps its beginning, makes one notice after 15 minutes, and pauses after the time to give up', async () => {
    await addContacts(ground, people(2));
    await ground.client.post('/notification-recipient/save', {
      email_address: 'owner@example.com',
      email_owner: 'Ada',
    });
    const send = await openSend(engine, ground);
    const worker = lost();
    await deliverNext(send.userId, send.mailing, worker);
    const since = (await detailsOf(send)).trouble[0]!['since'];
    const notices = () => rows(Notice).countDocuments({ user_id: send.userId, kind: 'send-trouble' });
    later(16 * MINUTE);
    await deliverNext(send.userId, send.mailing, worker);
    expect((await detailsOf(send)).trouble[0]!['since']).to.equal(since);
    await noteStalled(engine.worker);
    await noteStalled(engine.worker);
    expect(await notices()).to.equal(1);

    later(2 * HOUR + MINUTE);
    await deliverNext(send.userId, send.mailing, worker);
    const paused = await detailsOf(send);
    expect(paused).to.deep.include({ paused_reason: 'refused', trouble: [], pending: 2, bounces: 0 });
    expect(paused.paused_detail).to.include('127.0.0.1:9');
    // After a resume each batch is free at once, and the time to give up begins again.
    await ground.client.post(`/single-send/resume?utr=${send.utr}`);
    await deliverNext(send.userId, send.mailing, worker);
    expect(await detailsOf(send)).to.deep.include({ paused_reason: null, pending: 2 });
    await ground.client.post(`/single-send/pause?utr=${send.utr}`);
    await ground.client.post(`/single-send/resume?utr=${send.utr}`);
    await deliverNext(send.userId, send.mailing, engine.worker);
    expect(await detailsOf(send)).to.deep.include({ delivered: 2 });
  });

  it('tells the account of an automation, pauses its email after the time to give up, and resumes it', async () => {
    const { client } = ground;
    const address = await watch(client);
    const series = await createSeries(ground);
    const emails = [await series.email({ subject: 'One' }), await series.email({ subject: 'Two' })];
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    engine.rung.length = 0;
    const [{ mailing, id: scheduleId }] = emails as [(typeof emails)[0]];
    await perform(automationStep, { scheduleId }, engine.worker);
    const worker = lost();
    const tell = async (): Promise<string[]> => {
      // Twice: each event makes one notice.
      await noteStalled(engine.worker);
      await noteStalled(engine.worker);
      await sendNotices.run({ userId: client.user_id }, engine.worker);
      const about = (await told(engine.mail, address)).filter(({ subject }) =>
        subject?.includes('utomation'),
      );
      return about.map(({ subject, text }) => `${subject} | ${text?.includes('127.0.0.1:9') ?? false}`);
    };
    const live = 'An automation is on, with 2 emails | false';
    const waits = 'An automation waits for a mail server | true';
    const paused = 'Emails of an automation are paused: mail servers refuse its emails | false';
    await deliverNext(client.user_id, mailing, worker);
    expect(await tell()).to.deep.equal([live]);
    later(16 * MINUTE);
    await deliverNext(client.user_id, mailing, worker);
    expect(await tell()).to.deep.equal([live, waits]);
    later(2 * HOUR + MINUTE);
    await deliverNext(client.user_id, mailing, worker);
    const stored = () => rows(Mailing).findOne({ _id: mailing });
    expect(await stored()).to.deep.include({ paused_reason: 'refused' });
    expect(await tell()).to.deep.equal([live, waits, paused]);
    // No recipient is used up, and its batch is free at once.
    await series.live();
    expect(await stored()).to.deep.include({ paused_reason: null });
    await deliverNext(client.user_id, mailing, worker);
    expect((await series.ledger()).map(({ state, attempts }) => [state, attempts ?? 0])).to.deep.equal([
      ['pending', 0],
    ]);
    later(5 * HOUR);
    await deliverNext(client.user_id, mailing, worker);
    // Another pause is another event.
    expect(await stored()).to.deep.include({ paused_reason: 'refused' });
    expect((await tell()).slice(3)).to.deep.equal([paused]);
    await series.live();
    await deliverNext(client.user_id, mailing, engine.worker);
    expect((await series.ledger()).map(({ state }) => state)).to.deep.equal(['accepted']);
  });

  it('shows domains and recipients that defer mails, without addresses, and counts delayed mails', async () => {
    engine.mail.answer((to) => {
      if (to.includes('@slow')) return { code: 450, text: `4.7.28 <${to}> too many mails` };
      return to.startsWith('full') ? { code: 452, text: '4.2.2 mailbox full' } : null;
    });
    await addContacts(ground, ['a@slow.example', 'b@slow.example', 'full@example.com', 'ann@example.com']);
    const send = await openSend(engine, ground);
    // On a busy machine the second mail of the domain may get its reply only in a later slice.
    let waitedMs = 0;
    await until(async () => {
      await deliverNext(send.userId, send.mailing, engine.worker);
      later((waitedMs += 2 * MINUTE));
      return (await detailsOf(send)).trouble.some(
        ({ class: name, rows: count }) => name === 'slow' && count === 2,
      );
    }, 'replies to both mails of the slow domain');
    const { trouble, delayed } = await detailsOf(send);
    expect(delayed).to.equal(0);
    expect(trouble.map((one) => [one['scope'], one['host'], one['class'], one['rows']])).to.have.deep.members(
      [
        ['domain', 'slow.example', 'slow', 2],
        ['recipient', 'example.com', 'full', 1],
      ],
    );
    expect(JSON.stringify(trouble)).to.not.include('@');
    later(25 * HOUR);
    expect((await detailsOf(send)).delayed).to.equal(3);
    const { deliveries } = (await ground.client.get(`/single-send/deliveries?utr=${send.utr}&state=deferred`))
      .body.message;
    expect(deliveries).to.have.length(3);
    for (const one of deliveries) expect(one.next_try_at).to.match(/^20/);
  });
});
