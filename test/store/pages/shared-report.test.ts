import { expect } from 'chai';
import { markAllDirty } from '../../../common/changes/figures.ts';
import { setClock } from '../../../common/clock.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { ReportShare } from '../../../common/models/report-shares.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { database } from '../../../common/store/connection.ts';
import { failed } from '../../support/answers.ts';
import type { Client } from '../../support/api.ts';
import { createSend, type Engine, type Subject, startEngine } from '../../support/engine.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

const DAY = 24 * 3600_000;
const UNKNOWN = '5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11';
const HTML =
  '<p>((sender_address)) <a href="((unsubscribe_preferences))">leave</a> <a href="https://shop.example/may?a=1&amp;b=2">1</a></p>';

describe('the shared report of a single send', () => {
  let engine: Engine;
  let ground: Ground;
  let client: Client;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('pages-shared-report', { RATE_CALLS: '0', RATE_FORMS: '0' });
    ground = await anAccount(engine.api, { timezone: 'Europe/Berlin' });
    client = ground.client;
    const many = Array.from({ length: 10 }, (_, place) => `person-${place}@many.example`);
    await addContacts(ground, [...many, 'ada@lovelace.example']);
    subject = await createSend(ground, { template_html: HTML, single_send_name: 'News <of> May' });
    await until(async () => {
      await engine.sweepOnce();
      return (await subject.details())['status'] === 3;
    }, 'the end of the send');
    await rows(Delivery).updateOne(
      { mailing: subject.mailing, email_norm: 'ada@lovelace.example' },
      {
        $set: {
          opens: 2,
          first_opened_at: new Date('2026-03-28T23:20:00Z'),
          clicks: 3,
          first_clicked_at: new Date('2026-03-29T09:30:00Z'),
          links: { 1: 3 },
        },
      },
    );
    await markAllDirty(subject.userId, subject.mailing);
    await client.get(`/single-send/timeline?utr=${subject.utr}`);
  });
  after(() => engine.stop());
  afterEach(() => setClock());

  const share = (fields: object = {}) => client.post('/single-send/share', { utr: subject.utr, ...fields });
  const made = async (fields: object = {}) => {
    const { status, body } = await share(fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.message.share as { id: number; url: string; created_at: string; expires_at: string };
  };
  const shares = async (utr = subject.utr) =>
    (await client.get(`/single-send/shares?utr=${utr}`)).body.message.shares as { id: number }[];
  const revoke = (id: number, by = client) =>
    by.request(`/single-send/share/delete?id=${id}`, { method: 'DELETE' });
  const open = (url: string) => engine.api.request(new URL(url).pathname);

  it('shows figures, openings, clicks and links, without an account', async () => {
    const { status, body, headers } = await open((await made()).url);
    expect(status).to.equal(200);
    expect(body)
      .to.include('<h1>News &lt;of&gt; May</h1>')
      .and.include('<dt>Delivered</dt><dd class="value">11</dd><dd class="soft">100% of recipients</dd>')
      .and.include('<dt>Clicked</dt><dd class="value">1</dd><dd class="soft">9.1% of delivered</dd>')
      .and.include('<th scope="row">2026-03-29 00:00</th><td>1</td><td>0</td>')
      .and.include('<th scope="row">2026-03-29 11:00</th><td>0</td><td>1</td>')
      .and.include('<th scope="row">https://shop.example/may?a=1&amp;b=2</th><td>1</td><td>3</td>');
    expect(headers.get('X-Robots-Tag')).to.equal('noindex, nofollow');
    expect(headers.get('Referrer-Policy')).to.equal('no-referrer');
    expect(headers.get('Cache-Control')).to.equal('no-store');
    expect(headers.get('Content-Security-Policy')).to.include("default-src 'none'").and.not.include('unsafe');
  });

  it('says that a campaign was cancelled, also while its last mails are open', async () => {
    const { url } = await made();
    const said = 'It was cancelled, and is not sent to the other recipients.';
    const isRunning = 'It is being sent now';
    const change = async (stopped: boolean, status: 2 | 3) => {
      await rows(Mailing).updateOne({ _id: subject.mailing }, { $set: { stopped } });
      await rows(SingleSend).updateOne({ utr: subject.utr }, { $set: { status } });
      return (await open(url)).body;
    };
    try {
      expect(await change(true, 2))
        .to.include(said)
        .and.not.include(isRunning);
      expect(await change(true, 3))
        .to.include(said)
        .and.not.include(isRunning);
      expect(await change(false, 2))
        .to.include(isRunning)
        .and.not.include(said);
    } finally {
      expect(await change(false, 3))
        .to.not.include(isRunning)
        .and.not.include(said);
    }
  });

  it('appears in German for a browser that prefers it, with its numbers', async () => {
    const german = { headers: { 'Accept-Language': 'de' } };
    const { pathname } = new URL((await made()).url);
    const { status, body, headers } = await engine.api.request(pathname, german);
    expect(status).to.equal(200);
    expect(body)
      .to.include('<html lang="de">')
      .and.include(
        '<dt>Zugestellt</dt><dd class="value">11</dd><dd class="soft">100\u00a0% der Empfänger</dd>',
      )
      .and.include(
        '<dt>Geklickt</dt><dd class="value">1</dd><dd class="soft">9,1\u00a0% der zugestellten</dd>',
      )
      .and.include('<th scope="row">Alle anderen</th>')
      .and.include('Öffnungen und Klicks im Lauf der Zeit');
    for (const english of ['Delivered', 'Opened', 'Clicked', 'Recipient', 'Domain</th><th scope="col">D'])
      expect(body).to.not.include(english);
    expect(headers.get('Vary')).to.include('Accept-Language');
    const gone = await engine.api.request(`/report/${'a'.repeat(43)}`, german);
    expect([gone.status, String(gone.body).includes('Dieser Link funktioniert nicht')]).to.deep.equal([
      404,
      true,
    ]);
  });

  it('names no recipient, and no domain of a few', async () => {
    const { body } = await open((await made()).url);
    expect(body).to.include('<th scope="row">many.example</th><td>10</td>');
    expect(body).to.include('<p>News for [first name]</p>');
    expect(body).to.include('<th scope="row">All others</th><td>1</td><td>1</td><td>1</td><td>0</td>');
    for (const word of [/lovelace/, /person-/, /@many/, /\bAda\b/]) expect(body).to.not.match(word);
  });

  it('keeps only the hash of its link, which only the first answer has', async () => {
    const { id, url } = await made();
    const token = url.split('/').at(-1)!;
    expect(token).to.match(/^[\w-]{43}$/);
    expect(JSON.stringify(await rows(ReportShare).findOne({ _id: id }))).to.not.include(token);
    expect(JSON.stringify(await shares())).to.not.include(token);
  });

  it('exists once for a key, and keeps its answer sealed', async () => {
    const before = (await shares()).length;
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'share-once' },
      body: JSON.stringify({ utr: subject.utr }),
    };
    const [first, again] = [
      await client.request('/single-send/share', init),
      await client.request('/single-send/share', init),
    ];
    expect(first.status).to.equal(200);
    expect(again.body).to.deep.equal(first.body);
    expect((await shares()).length).to.equal(before + 1);
    const token = String(first.body.message.share.url).split('/').at(-1)!;
    const kept = await database().collection('idempotency_keys').find({}).toArray();
    expect(kept.length).to.be.greaterThan(0);
    expect(JSON.stringify(kept)).to.not.include(token);
  });

  it('ends after 30 days, or as many as were asked for', async () => {
    const daysOf = ({ created_at, expires_at }: { created_at: string; expires_at: string }) =>
      (Date.parse(expires_at.slice(0, 23)) - Date.parse(created_at.slice(0, 23))) / DAY;
    const [usual, short] = [await made(), await made({ days: 1 })];
    expect([daysOf(usual), daysOf(short)]).to.deep.equal([30, 1]);
    setClock(() => Date.now() + 1.01 * DAY);
    expect((await open(short.url)).status).to.equal(404);
    expect((await open(usual.url)).status).to.equal(200);
    expect((await shares()).map(({ id }) => id)).to.not.include(short.id);
  });

  it('ends when it is revoked, and then answers like an unknown report', async () => {
    const { id, url } = await made();
    expect((await revoke(id, await engine.api.account())).status).to.equal(404);
    expect((await open(url)).status).to.equal(200);
    expect((await revoke(id)).body).to.deep.equal({ status: 'success', message: 'Deleted Successfully' });
    const revoked = await open(url);
    expect(revoked.status).to.equal(404);
    for (const token of ['a'.repeat(43), 'x', 'a'.repeat(5000), '%00', "' or 1=1"]) {
      const { status, body } = await engine.api.request(`/report/${encodeURIComponent(token)}`);
      expect([status, body]).to.deep.equal([404, revoked.body]);
    }
    expect((await revoke(id)).body).to.deep.equal(failed(404, 'Record Not Found').body);
  });

  it('answers 404 once its single send is deleted', async () => {
    const created = await client.post('/single/send/create', aSend(ground, { draft: 1 }));
    const { utr } = created.body;
    const { url } = await made({ utr });
    const before = await open(url);
    expect([before.status, before.body]).to.satisfy(
      ([status, body]: [number, string]) => status === 200 && body.includes('It has not been sent yet.'),
    );
    await client.request(`/single/send/delete?utr=${utr}`, { method: 'DELETE' });
    expect((await open(url)).status).to.equal(404);
    expect((await client.get(`/single-send/shares?utr=${utr}`)).status).to.equal(404);
  });

  it('allows 20 links at most', async () => {
    const { utr } = (await client.post('/single/send/create', aSend(ground, { draft: 1 }))).body;
    const atOnce = await Promise.all(Array.from({ length: 24 }, () => share({ utr })));
    const made = atOnce.filter(({ status }) => status === 200).length;
    // A link that is being made counts while it is, so that calls at the same moment may be refused a little early.
    expect(made).to.be.within(15, 20);
    for (let left = 20 - made; left > 0; left -= 1) expect((await share({ utr })).status).to.equal(200);
    const full = await share({ utr });
    expect([full.status, full.body.errors]).to.deep.equal([409, 'A report has at most 20 links']);
    const [first] = await shares(utr);
    await revoke(first!.id);
    expect((await share({ utr })).status).to.equal(200);
  });

  for (const days of [0, 366, 1.5, 'soon', [1, 2], { a: 1 }, 'x'.repeat(50_000)])
    it(`refuses to last ${JSON.stringify(days).slice(0, 20)} days`, async () => {
      const before = await rows(ReportShare).countDocuments({});
      const { status, body } = await share({ days });
      expect(status).to.equal(422);
      expect(Object.keys(body.errors)).to.deep.equal(['days']);
      expect(await rows(ReportShare).countDocuments({})).to.equal(before);
    });

  it('belongs to the account of the send alone', async () => {
    const stranger = await engine.api.account();
    for (const utr of [subject.utr, UNKNOWN])
      expect((await stranger.post('/single-send/share', { utr })).status).to.equal(404);
    expect((await stranger.get(`/single-send/shares?utr=${subject.utr}`)).status).to.equal(404);
  });
});
