import { expect } from 'chai';
import { markAllDirty } from '../../../common/changes/figures.ts';
import { setClock } from '../../../common/clock.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { createSend, type Engine, type Subject, startEngine } from '../../support/engine.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

interface Line {
  readonly date: string | null;
  readonly domain: string | null;
}

const NONE = {
  provider: null,
  accepted: 0,
  opened: 0,
  clicked: 0,
  unsubscribed: 0,
  complained: 0,
  bounced: 0,
  bounces: {},
  contact_types: [],
};

describe('statistics', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('contract-statistics', { RATE_CALLS: '0' });
    // Its days begin at 18:15 of UTC.
    ground = await anAccount(engine.api, { timezone: 'Asia/Kathmandu' });
    engine.mail.answer((to) => {
      if (to.startsWith('gone')) return { code: 550, text: '5.1.1 no such user' };
      return to.startsWith('full') ? { code: 552, text: '5.2.2 mailbox full' } : null;
    });
    const first = await sent(
      ['ada@one.example', 'bob@two.example', 'gone@two.example'],
      '2026-03-10T10:00:00Z',
    );
    await write(first, 'ada', {
      accepted_at: new Date('2026-03-10T18:14:59Z'),
      opens: 2,
      first_opened_at: new Date('2026-03-12T18:15:00Z'),
    });
    await write(first, 'bob', { accepted_at: new Date('2026-03-10T18:15:00Z') });
    await write(first, 'gone', { bounced_at: new Date('2026-03-10T12:00:00Z') });
    const second = await sent(['cid@one.example', 'full@one.example'], '2026-03-12T18:15:00Z');
    await write(second, 'cid', {
      accepted_at: new Date('2026-03-12T19:00:00Z'),
      opens: 1,
      first_opened_at: new Date('2026-03-12T20:00:00Z'),
      clicks: 1,
      first_clicked_at: new Date('2026-03-14T00:00:00Z'),
      unsubscribed_at: new Date('2026-03-12T20:01:00Z'),
      complained_at: new Date('2026-03-12T20:02:00Z'),
    });
    await write(second, 'full', { bounced_at: new Date('2026-03-12T20:00:00Z') });
    for (const { userId, mailing } of [first, second]) await markAllDirty(userId, mailing);
  });
  after(() => engine.stop());
  afterEach(() => setClock());

  /** Sends to these people alone, as if at a time. */
  async function sent(people: readonly string[], at: string): Promise<Subject> {
    const added = await ground.client.post('/contacts-type/add', { name: `People of ${at}` });
    await addContacts({ ...ground, contact_type_id: added.body.id }, people);
    const subject = await createSend(ground, { recipient_id: [`contacts_${added.body.id}`] });
    await until(async () => {
      await engine.sweepOnce();
      return (await subject.details())['status'] === 3;
    }, 'the end of the send');
    await rows(Batch).updateMany({ mailing: subject.mailing }, { $set: { created_at: new Date(at) } });
    return subject;
  }

  const write = ({ mailing }: Subject, name: string, fields: Partial<DeliveryDocument>) =>
    rows(Delivery).updateOne({ mailing, email_norm: { $regex: `^${name}@` } }, { $set: fields });

  const ask = (query: string, whose = ground) => whose.client.get(`/statistics?${query}`);
  const lines = async (query: string): Promise<Line[]> => (await ask(query)).body.message.statistics;

  it('counts events of each day of the account’s time zone', async () => {
    const { status, body } = await ask('from=2026-03-10&to=2026-03-13&by=day');
    const day = (date: string, events: object) => ({ ...NONE, date, domain: null, ...events });
    expect([status, body]).to.deep.equal([
      200,
      {
        status: 'success',
        message: {
          statistics: [
            day('2026-03-10', { accepted: 1, bounced: 1, bounces: { gone: 1 } }),
            day('2026-03-11', { accepted: 1 }),
            day('2026-03-12', {}),
            day('2026-03-13', {
              accepted: 1,
              opened: 2,
              unsubscribed: 1,
              complained: 1,
              bounced: 1,
              bounces: { full: 1 },
            }),
          ],
        },
        refreshing: false,
      },
    ]);
    expect(await lines('from=2026-03-14&to=2026-03-14')).to.deep.equal([day('2026-03-14', { clicked: 1 })]);
  });

  it('counts by recipient domain the outcome of mails that began on these days of UTC', async () => {
    const { status, body } = await ask('from=2026-03-10&to=2026-03-13&by=domain');
    const at = (domain: string, events: object) => ({ ...NONE, date: null, domain, ...events });
    expect([status, body]).to.deep.equal([
      200,
      {
        status: 'success',
        message: {
          statistics: [
            at('one.example', {
              accepted: 2,
              opened: 2,
              clicked: 1,
              unsubscribed: 1,
              complained: 1,
              bounced: 1,
              bounces: { full: 1 },
            }),
            at('two.example', { accepted: 1, bounced: 1, bounces: { gone: 1 } }),
          ],
        },
        refreshing: false,
      },
    ]);
    expect(
      (await lines('from=2026-03-10&to=2026-03-11&by=domain')).map(({ domain }) => domain),
    ).to.deep.equal(['two.example', 'one.example']);
    // A range with a whole month, and with days before and after it.
    expect(await lines('from=2026-02-15&to=2026-04-02&by=domain')).to.deep.equal(body.message.statistics);
    expect(await lines('from=2026-03-01&to=2026-03-31&by=domain')).to.deep.equal(body.message.statistics);
    expect(await lines('from=2026-03-11&to=2026-03-11&by=domain')).to.deep.equal([]);
  });

  it('covers the last thirty days when none are given', async () => {
    setClock(() => Date.parse('2026-03-14T18:15:00Z'));
    const days = (await lines('')).map(({ date }) => date);
    expect(days).to.have.length(30);
    expect([days[0], days.at(-1)]).to.deep.equal(['2026-02-14', '2026-03-15']);
    expect((await lines('to=2026-03-01')).map(({ date }) => date)[0]).to.equal('2026-01-31');
  });

  it('refuses days that do not exist, too many days, and days in the wrong order', async () => {
    const errors = async (query: string) => {
      const { status, body } = await ask(query);
      expect(status).to.equal(422);
      return body.errors;
    };
    expect(await errors('from=2026-02-30')).to.deep.equal({
      from: ['The from field must match the format Y-m-d.'],
    });
    expect(await errors('to=9999-12-31')).to.deep.equal({
      to: ['The to field must match the format Y-m-d.'],
    });
    expect(await errors('from=2026-03-02&to=2026-03-01')).to.deep.equal({
      to: ['The to field must be a date after or equal to from.'],
    });
    expect(await errors('from=2025-03-01&to=2026-03-02')).to.deep.equal({
      from: ['The from field must be at most 366 days before the end of the last day.'],
    });
    expect(await lines('from=2025-03-01&to=2026-03-01')).to.have.length(366);
    expect(await errors('by=hour')).to.deep.equal({ by: ['The selected by is invalid.'] });
  });

  it('counts nothing of other accounts', async () => {
    const other = await anAccount(engine.api);
    expect(
      (await ask('from=2026-03-10&to=2026-03-13&by=domain', other)).body.message.statistics,
    ).to.deep.equal([]);
  });
});
