import { expect } from 'chai';
import { recordEvents } from '../../../common/changes/engagement.ts';
import { markAllDirty } from '../../../common/changes/figures.ts';
import { isErased } from '../../../common/domain/erased-addresses.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { createSeries, join } from '../../support/automations.ts';
import { createSend, type Engine, type Subject, startEngine } from '../../support/engine.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { trackedEvent } from '../../support/tracked-events.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

const HTML =
  '<p>((sender_address)) <a href="((unsubscribe_preferences))">leave</a> <a href="https://example.com/one">1</a> ' +
  '<a href="https://example.com/two">2</a></p>';

const RECIPIENTS = [
  'ada@one.example',
  'bob@one.example',
  'cid@one.example',
  'dan@two.example',
  'eva@two.example',
  'fay@three.example',
];

/** A row’s fields, with links as they are stored with its clicks. */
type Clicked = Partial<DeliveryDocument> & { links?: object; machine_links?: object };

/** The fields of some mails, by the beginning of their addresses. */
const HAPPENED: Readonly<Record<string, Clicked>> = {
  ada: {
    accepted_at: new Date('2026-03-28T09:10:00Z'),
    opens: 3,
    first_opened_at: new Date('2026-03-28T23:20:00Z'),
    clicks: 3,
    first_clicked_at: new Date('2026-03-29T00:59:59Z'),
    links: { 1: 1, 2: 2 },
    machine_links: { 1: 4 },
  },
  bob: {
    accepted_at: new Date('2026-03-28T09:59:59Z'),
    opens: 1,
    first_opened_at: new Date('2026-03-29T01:00:00Z'),
    clicks: 1,
    first_clicked_at: new Date('2026-03-29T01:00:00Z'),
    links: { 1: 1 },
    complained_at: new Date('2026-03-30T22:00:00Z'),
  },
  cid: {
    accepted_at: new Date('2026-03-28T10:00:00Z'),
    unsubscribed_at: new Date('2026-03-30T21:59:00Z'),
  },
  dan: { accepted_at: new Date('2026-03-28T10:45:00Z') },
  eva: { bounced_at: new Date('2026-03-28T10:46:00Z') },
  fay: { bounced_at: new Date('2026-03-28T10:47:00Z') },
};

const NONE = { accepted: 0, opened: 0, clicked: 0, unsubscribed: 0, complained: 0, bounced: 0 };
const OF_DOMAIN = { ...NONE, provider: null, bounces: {} };

describe('the breakdown of a single send', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('contract-mail-details', { RATE_CALLS: '0' });
    ground = await anAccount(engine.api, { timezone: 'Europe/Berlin' });
    await addContacts(ground, RECIPIENTS);
    engine.mail.answer((to) => {
      if (to.startsWith('fay')) return { code: 550, text: '5.1.1 no such user' };
      return to.startsWith('eva') ? { code: 552, text: '5.2.2 mailbox full' } : null;
    });
    subject = await createSend(ground, { template_html: HTML });
    await until(async () => {
      await engine.sweepOnce();
      return (await subject.details())['status'] === 3;
    }, 'the end of the send');
    for (const [name, fields] of Object.entries(HAPPENED)) await write(name, fields);
    await markAllDirty(subject.userId, subject.mailing);
  });
  after(() => engine.stop());

  const write = (name: string, fields: Clicked) =>
    rows(Delivery).updateOne(
      { mailing: subject.mailing, email_norm: { $regex: `^${name}@` } },
      { $set: fields },
    );

  const ask = (what: string, whose = ground, utr = subject.utr) =>
    whose.client.get(`/single-send/${what}?utr=${utr}`);
  it('counts by link, in the order of the mail', async () => {
    const { status, body } = await ask('links');
    expect([status, body]).to.deep.equal([
      200,
      {
        status: 'success',
        message: {
          links: [
            { url: 'https://example.com/one', people: 2, clicks: 2, machine_clicks: 4 },
            { url: 'https://example.com/two', people: 1, clicks: 2, machine_clicks: 0 },
          ],
        },
        refreshing: false,
      },
    ]);
  });

  it('counts by hour of the account’s time zone, by default', async () => {
    const { status, body } = await ask('timeline');
    const at = (hour: string, local: string, events: object) => ({
      starts_at: `2026-03-${hour}:00:00.000000Z`,
      local_time: `2026-03-${local}:00:00`,
      ...NONE,
      ...events,
    });
    expect([status, body]).to.deep.equal([
      200,
      {
        status: 'success',
        message: {
          timeline: [
            at('28T09', '28 10', { accepted: 2 }),
            at('28T10', '28 11', { accepted: 2, bounced: 2 }),
            at('28T23', '29 00', { opened: 1 }),
            at('29T00', '29 01', { clicked: 1 }),
            at('29T01', '29 03', { opened: 1, clicked: 1 }),
            at('30T21', '30 23', { unsubscribed: 1 }),
            at('30T22', '31 00', { complained: 1 }),
          ],
        },
        refreshing: false,
      },
    ]);
  });

  it('counts by day of the account’s time zone, also when a clock change makes one shorter', async () => {
    const { body } = await ground.client.get(`/single-send/timeline?utr=${subject.utr}&by=day`);
    expect(body.message.timeline).to.deep.equal([
      {
        ...NONE,
        starts_at: '2026-03-27T23:00:00.000000Z',
        local_time: '2026-03-28 00:00:00',
        accepted: 4,
        bounced: 2,
      },
      {
        ...NONE,
        starts_at: '2026-03-28T23:00:00.000000Z',
        local_time: '2026-03-29 00:00:00',
        opened: 2,
        clicked: 2,
      },
      {
        ...NONE,
        starts_at: '2026-03-29T22:00:00.000000Z',
        local_time: '2026-03-30 00:00:00',
        unsubscribed: 1,
      },
      {
        ...NONE,
        starts_at: '2026-03-30T22:00:00.000000Z',
        local_time: '2026-03-31 00:00:00',
        complained: 1,
      },
    ]);
  });

  it('counts by recipient domain, the one with most mails first', async () => {
    const { status, body } = await ask('domains');
    expect([status, body]).to.deep.equal([
      200,
      {
        status: 'success',
        message: {
          domains: [
            {
              domain: 'one.example',
              provider: null,
              accepted: 3,
              opened: 2,
              clicked: 2,
              unsubscribed: 1,
              complained: 1,
              bounced: 0,
              bounces: {},
            },
            { ...OF_DOMAIN, domain: 'two.example', accepted: 1, bounced: 1, bounces: { full: 1 } },
            { ...OF_DOMAIN, domain: 'three.example', bounced: 1, bounces: { gone: 1 } },
          ],
        },
        refreshing: false,
      },
    ]);
  });

  it('adds up to its figures, and follows what happens', async () => {
    const row = await subject.row('dan@two.example');
    await recordEvents([trackedEvent('open', row._id, new Date('2026-03-28T10:59:59Z'))]);
    const { timeline } = (await ask('timeline')).body.message;
    const sum = (name: string): number =>
      timeline.reduce((total: number, period: Record<string, number>) => total + period[name]!, 0);
    const { delivered, bounces, unique_opens, unique_clicks } = await subject.details();
    expect([sum('accepted'), sum('bounced'), sum('opened'), sum('clicked')]).to.deep.equal([
      delivered,
      bounces,
      unique_opens,
      unique_clicks,
    ]);
    expect(unique_opens).to.equal(3);
    const { domains } = (await ask('domains')).body.message;
    expect(domains[1]).to.deep.equal({
      ...OF_DOMAIN,
      domain: 'two.example',
      accepted: 1,
      bounced: 1,
      opened: 1,
      bounces: { full: 1 },
    });
  });

  it('names two hundred domains, and all others together', async () => {
    const big = await anAccount(engine.api);
    await addContacts(
      big,
      Array.from({ length: 203 }, (_, at) => `ada@domain${String(at).padStart(3, '0')}.example`),
    );
    await addContacts(big, ['bob@domain202.example']);
    const other = await createSend(big);
    await until(async () => {
      await engine.sweepOnce();
      return (await other.details())['status'] === 3;
    }, 'the end of the send');
    const { domains } = (await ask('domains', big, other.utr)).body.message;
    expect(domains).to.have.length(201);
    expect(domains[0]).to.deep.equal({ ...OF_DOMAIN, domain: 'domain202.example', accepted: 2 });
    expect(domains[199].domain).to.equal('domain198.example');
    expect(domains[200]).to.deep.equal({ ...OF_DOMAIN, domain: null, accepted: 3 });
  });

  it('keeps mails to an erased address in its sums, and names no domain for them', async () => {
    const some = await anAccount(engine.api);
    await addContacts(some, ['ada@ada.example', 'bob@ada.example', 'cid@cid.example']);
    const send = await createSend(some);
    await until(async () => {
      await engine.sweepOnce();
      return (await send.details())['status'] === 3;
    }, 'the end of the send');
    for (const email of ['bob@ada.example', 'cid@cid.example'])
      expect((await some.client.post('/contacts/erase', { email })).status).to.equal(200);
    await until(async () => {
      await engine.sweepOnce();
      return (await send.rows()).filter(({ email }) => isErased(email)).length === 2;
    }, 'the addresses to be erased');
    const named = { ...OF_DOMAIN, domain: 'ada.example', accepted: 1 };
    const unnamed = { ...OF_DOMAIN, domain: null, accepted: 2 };
    expect((await ask('domains', some, send.utr)).body.message.domains).to.deep.equal([named, unnamed]);
    expect(
      (await some.client.get('/statistics?by=domain')).body.message.statistics.map(
        ({ domain, accepted }: Record<string, unknown>) => ({ domain, accepted }),
      ),
    ).to.deep.equal([named, unnamed].map(({ domain, accepted }) => ({ domain, accepted })));
  });

  it('says when more changed than one call counts', async () => {
    const { details_at: _, ...fresh } = (await rows(Batch).findOne({ mailing: subject.mailing }))!;
    await rows(Batch).insertMany(
      Array.from({ length: 20 }, (_, at) => ({
        ...fresh,
        _id: 900_000 + at,
        first: 9_000_000 + at,
        last: 9_000_000 + at,
        details_dirty_at: new Date(1),
        details_due_at: new Date(),
      })),
    );
    expect((await ask('links')).body).to.include({ status: 'success', refreshing: true });
    expect((await ask('links')).body).to.include({ status: 'success', refreshing: false });
    await rows(Batch).deleteMany({ _id: { $gte: 900_000 } });
  });

  it('is empty for a send that has not started', async () => {
    const fresh = await createSend(ground, {
      schedule_type: 1,
      schedule_date: '2099-01-01',
      schedule_time: '10:00:00',
    });
    for (const what of ['links', 'timeline', 'domains']) {
      const { status, body } = await ask(what, ground, fresh.utr);
      expect([status, body]).to.deep.equal([
        200,
        { status: 'success', message: { [what]: [] }, refreshing: false },
      ]);
    }
  });

  it('answers 404 to other accounts, and refuses a missing utr and an unknown unit of time', async () => {
    const other = await anAccount(engine.api);
    for (const what of ['links', 'timeline', 'domains']) {
      const { status, body } = await ask(what, other);
      expect([status, body]).to.deep.equal([404, { status: 'failed', errors: 'Record not found' }]);
      expect((await ground.client.get(`/single-send/${what}`)).status).to.equal(422);
    }
    const week = await ground.client.get(`/single-send/timeline?utr=${subject.utr}&by=week`);
    expect([week.status, week.body.errors]).to.deep.equal([422, { by: ['The selected by is invalid.'] }]);
  });

  it('counts the emails of automations, too', async () => {
    const series = await createSeries(ground);
    const email = await series.email();
    await series.live();
    await join(ground, ['new@four.example'], engine.worker);
    await until(async () => {
      await engine.sweepOnce();
      return (await series.progress()).done === 1;
    }, 'the contact to have moved on');
    const { status, body } = await ground.client.get(`/automations/schedule/domains?utr=${email.utr}`);
    expect([status, body.message]).to.deep.equal([
      200,
      { domains: [{ ...OF_DOMAIN, domain: 'four.example', accepted: 1 }] },
    ]);
    for (const what of ['links', 'timeline']) {
      expect((await ground.client.get(`/automations/schedule/${what}?utr=${email.utr}`)).status).to.equal(
        200,
      );
    }
  });
});
