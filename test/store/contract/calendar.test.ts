import { expect } from 'chai';
import mongoose from 'mongoose';
import { DUE_INDEX, dueStages } from '../../../api/resources/calendar.ts';
import { AUTOMATION_STATUS, Automation } from '../../../common/models/automations.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { type Api, startApi } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { aContact, anAccount, anEnrollment, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';

describe('the calendar', () => {
  let api: Api;
  let ground: Ground;
  before(async () => {
    api = await startApi('contract-calendar');
    // Its days begin at 18:15 of UTC.
    ground = await anAccount(api, { timezone: 'Asia/Kathmandu' });
  });
  after(() => api.stop());

  const calendar = async (query: string, client = ground.client) => {
    const { status, body } = await client.get(`/calendar?${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.message.calendar;
  };

  /** A live automation with an email that is due to people at these times. */
  async function series(due: readonly string[], status: 0 | 1 = AUTOMATION_STATUS.live) {
    const made = await createSeries(ground);
    const email = await made.email({ subject: 'Hello' });
    await rows(Automation).updateOne({ _id: made.id }, { $set: { status } });
    const { user_id } = ground.client;
    await rows(Enrollment).insertMany(
      due.map((at, index) => {
        const _id = 100 * made.id + index;
        const contact = aContact({ _id, userId: user_id, typeId: 0, email: `c${_id}@example.com` });
        const enrollment = anEnrollment(contact, { _id, automation_id: made.id, schedule_id: email.id });
        return { ...enrollment, due_at: new Date(at) };
      }),
    );
    return { ...made, email };
  }

  it('lists sends that wait, and emails of live automations with their number, by local day', async () => {
    const { utr, email } = await series([
      '2031-03-10T18:14:59Z',
      '2031-03-10T18:15:00Z',
      '2031-03-11T18:14:59Z',
      '2031-03-20T00:00:00Z',
    ]);
    await series(['2031-03-11T00:00:00Z'], AUTOMATION_STATUS.draft);
    const send = await ground.client.post(
      '/single/send/create',
      aSend(ground, {
        single_send_name: 'May',
        subject: 'It is May',
        schedule_type: 1,
        schedule_date: '2031-03-11',
        schedule_time: '09:00:00',
      }),
    );
    expect(send.status, JSON.stringify(send.body)).to.equal(200);
    const ofSeries = {
      kind: 'automation_email',
      utr: email.utr,
      automation_utr: utr,
      subject: 'Hello',
      time: null,
    };
    const found = await calendar('from=2031-03-10&to=2031-03-11');
    const { name } = found[0];
    expect(found).to.deep.equal([
      { ...ofSeries, name, date: '2031-03-10', emails: 1 },
      {
        date: '2031-03-11',
        kind: 'single_send',
        utr: send.body.utr,
        automation_utr: null,
        name: 'May',
        subject: 'It is May',
        time: '09:00:00',
        emails: null,
      },
      { ...ofSeries, name, date: '2031-03-11', emails: 2 },
    ]);
    const other = await anAccount(api);
    expect(await calendar('from=2031-03-10&to=2031-03-11', other.client)).to.deep.equal([]);
    expect(await calendar('')).to.deep.equal([]);
  });

  it('reads the numbers from the index alone', async () => {
    const { email } = await series(['2032-01-01T00:00:00Z', '2032-03-01T00:00:00Z']);
    const span = { from: new Date('2031-12-31'), to: new Date('2032-02-01') };
    const plan = await mongoose.connection.db!.command({
      explain: {
        aggregate: rows(Enrollment).name,
        pipeline: [{ $match: { user_id: ground.client.user_id } }, ...dueStages([email.id], span)],
        hint: DUE_INDEX,
        cursor: {},
      },
      verbosity: 'executionStats',
    });
    const numbersOf = (name: string): number[] =>
      [...JSON.stringify(plan).matchAll(new RegExp(`"${name}":(\\d+)`, 'g'))].map(([, n]) => Number(n));
    expect(Math.max(...numbersOf('totalDocsExamined'))).to.equal(0);
    expect(Math.max(...numbersOf('totalKeysExamined'))).to.be.within(1, 3);
  });

  it('refuses days out of order, and more than 62', async () => {
    const errors = async (query: string) => {
      const { status, body } = await ground.client.get(`/calendar?${query}`);
      return [status, body.errors];
    };
    expect(await errors('from=2031-03-12&to=2031-03-11')).to.deep.equal([
      422,
      { to: ['The to field must be a date after or equal to from.'] },
    ]);
    expect(await errors('from=2031-01-01&to=2031-03-04')).to.deep.equal([
      422,
      { from: ['The from field must be at most 62 days before the end of the last day.'] },
    ]);
    expect(await calendar('from=2031-01-01&to=2031-03-03')).to.deep.equal([]);
    expect((await errors('from=tomorrow'))[0]).to.equal(422);
  });
});
