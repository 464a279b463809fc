import { expect } from 'chai';
import { MongoNetworkError } from 'mongodb';
import { createTracking } from '../../../../../api/services/tracking/tracking.ts';
import type { Visitor } from '../../../../../api/services/tracking/visitors.ts';
import { recordEvents, type TrackedEvent } from '../../../../../common/changes/engagement.ts';
import { refreshFigures } from '../../../../../common/changes/figures.ts';
import { createLogger } from '../../../../../common/log.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { EngagementAccount } from '../../../../../common/models/engagement-accounts.ts';
import { Engagement } from '../../../../../common/models/engagements.ts';
import { type Api, startApi } from '../../../../support/api.ts';
import { type SentMail, writeSentMail } from '../../../../support/ledger.ts';
import { rows } from '../../../../support/rows.ts';
import { trackedEvent } from '../../../../support/tracked-events.ts';
import { until } from '../../../../support/until.ts';

const PERSON: Visitor = { client: 'reader', network: 1, agent: 1, from: null };

const eventOf = (kind: 'open' | 'click' | 'unsubscribe', mail: SentMail, at: number): TrackedEvent =>
  trackedEvent(kind, mail, new Date(at));

/** Longer than any test, so nothing is written because of the window. */
const NEVER = 1_000_000;

describe('tracking', () => {
  const log = createLogger('api', 'silent');
  let api: Api;
  let userId: number;

  before(async () => {
    api = await startApi('api-tracking');
    userId = (await api.account()).user_id;
  });
  after(() => api.stop());

  const mailOf = (contactId: number | null = null): Promise<SentMail> =>
    writeSentMail(api, { userId, contactId });

  it('writes events automatically within the window', async () => {
    const mail = await mailOf();
    const tracking = createTracking({ ms: 1, events: NEVER }, log);
    for (let time = 0; time < 3; time += 1) tracking.note('open', mail, PERSON);
    await until(async () => (await mail.row()).opens === 3);
    expect(await refreshFigures(userId, mail.mailing)).to.include({ unique_opens: 1, total_opens: 3 });
  });

  it('writes a full group without waiting', async () => {
    const mails = await Promise.all(Array.from({ length: 5 }, () => mailOf()));
    const tracking = createTracking({ ms: NEVER, events: 5 }, log);
    for (const mail of mails) tracking.note('open', mail, PERSON);
    for (const mail of mails) await until(async () => (await mail.row()).opens === 1);
  });

  it('writes everything when it is closed', async () => {
    const mail = await mailOf();
    const tracking = createTracking({ ms: NEVER, events: NEVER }, log);
    tracking.note('open', mail, PERSON);
    tracking.note('click', mail, PERSON, 1);
    tracking.note('open', { account: userId, id: 999_999_999 }, PERSON);
    await tracking.close();
    expect(await mail.row()).to.include({ opens: 1, clicks: 1 });
  });

  it('answers an unsubscribe as soon as it is stored, even if opens and clicks wait', async () => {
    const mails = await Promise.all(Array.from({ length: 20 }, () => mailOf()));
    const tracking = createTracking({ ms: NEVER, events: NEVER }, log);
    tracking.note('open', mails[0]!, PERSON);
    await Promise.all(
      mails.map(async (mail) => {
        await tracking.unsubscribe(mail);
        expect((await mail.row()).unsubscribed_at).to.be.an.instanceOf(Date);
      }),
    );
    expect((await mails[0]!.row()).opens).to.equal(1);
    await tracking.close();
  });

  it('notes the event for contacts when a rule needs it', async () => {
    await EngagementAccount.insertOne({ _id: userId, walked_to: 0, walked: true });
    const mails = [await mailOf(7), await mailOf(8), await mailOf()];
    const tracking = createTracking({ ms: NEVER, events: NEVER }, log);
    for (const mail of mails) tracking.note('open', mail, PERSON);
    await tracking.close();
    const told = await rows(Engagement).find({ user_id: userId }).toArray();
    expect(told.flatMap(({ ids }) => ids)).to.deep.equal([mails[0]!.id, mails[1]!.id]);
  });

  it('counts each click once when many processes write one mail at the same time, and when a write is repeated', async () => {
    const mail = await mailOf();
    const groups = Array.from({ length: 12 }, (_, group) =>
      Array.from({ length: 2 }, (_, at) => eventOf('click', mail, 1e12 + 10 * group + at)),
    );
    await Promise.all(groups.map((events) => recordEvents(events)));
    expect(await mail.row()).to.deep.include({ clicks: 24, opens: 1, links: { 1: 24 } });
    await recordEvents([...groups[3]!, ...groups[4]!, eventOf('click', mail, 2e12)], true);
    expect(await mail.row()).to.deep.include({ clicks: 25, opens: 1, links: { 1: 25 } });
  });

  it('writes mails of several accounts in one group', async () => {
    const other = (await api.account()).user_id;
    const mails = [
      await mailOf(),
      await writeSentMail(api, { userId: other, contactId: null }),
      await mailOf(),
    ] as const;
    await recordEvents([eventOf('open', mails[2], 1e12)]);
    const links = [0, 1, 2, 1] as const;
    await recordEvents(links.map((at) => eventOf('click', mails[at], 1e12 + 10_000 + at)));
    const written = await Promise.all(mails.map((mail) => mail.row()));
    expect(written.map(({ clicks, opens }) => [clicks, opens])).to.deep.equal([
      [1, 1],
      [2, 1],
      [1, 1],
    ]);
    expect(written.map(({ user_id }) => user_id)).to.deep.equal([userId, other, userId]);
  });

  it('counts a click once when the answer to its write is lost', async () => {
    const mail = await mailOf();
    const { driver } = Delivery;
    const write = driver.bulkWrite;
    driver.bulkWrite = async (...given) => {
      driver.bulkWrite = write;
      await write.apply(driver, given);
      throw new MongoNetworkError('connection closed');
    };
    await recordEvents([eventOf('click', mail, 1e12)]);
    expect(driver.bulkWrite).to.equal(write);
    expect(await mail.row()).to.deep.include({ clicks: 1, opens: 1, links: { 1: 1 } });
  });

  it('keeps a row small that is clicked a thousand times, and counts each', async () => {
    const mail = await mailOf();
    for (let group = 0; group < 4; group += 1)
      await recordEvents(
        Array.from({ length: 250 }, (_, at) => eventOf('click', mail, 1e12 + 5000 * (250 * group + at))),
      );
    const row = await mail.row();
    expect(row).to.deep.include({ clicks: 1000, opens: 1, links: { 1: 1000 } });
    expect(row.first_clicked_at).to.deep.equal(new Date(1e12));
    expect(row.last_clicked_at).to.deep.equal(new Date(1e12 + 5000 * 999));
    expect(row.fetches!.length()).to.be.below(512);
  });

  it('counts what version 0.1.0 counted as of people', async () => {
    const mail = await mailOf();
    const [first, last] = [new Date(1e12), new Date(1e12 + 1000)];
    await rows(Delivery).updateOne(
      { _id: mail.id },
      { $set: { opens: 3, clicks: 1, first_opened_at: first, last_opened_at: last, first_clicked_at: last } },
    );
    await recordEvents([eventOf('open', mail, 1e12 + 5000)]);
    expect(await mail.row()).to.deep.include({
      opens: 4,
      clicks: 1,
      first_opened_at: first,
      last_opened_at: new Date(1e12 + 5000),
      first_clicked_at: last,
    });
    await rows(Delivery).updateOne({ _id: mail.id }, { $inc: { opens: 2 } });
    await recordEvents([eventOf('click', mail, 1e12 + 6000)]);
    expect(await mail.row()).to.deep.include({ opens: 6, clicks: 2, first_opened_at: first });
  });

  describe('with several events of one mail', () => {
    const orders: [string, { opens: number; clicks?: number }][] = [
      ['o', { opens: 1 }],
      ['oo', { opens: 2 }],
      ['c', { opens: 1, clicks: 1 }],
      ['cc', { opens: 1, clicks: 2 }],
      ['co', { opens: 2, clicks: 1 }],
      ['oc', { opens: 1, clicks: 1 }],
      ['coco', { opens: 3, clicks: 2 }],
      ['uo', { opens: 1 }],
      ['uc', { opens: 1, clicks: 1 }],
    ];
    const kinds = { o: 'open', c: 'click', u: 'unsubscribe' } as const;

    for (const [order, expected] of orders) {
      it(`counts ${order} alike in one group, in several, and after an open`, async () => {
        const events = (mail: SentMail): TrackedEvent[] =>
          [...order].map((one, at) => eventOf(kinds[one as 'o'], mail, 1e12 + at));
        const [whole, single, opened] = [await mailOf(), await mailOf(), await mailOf()];
        await recordEvents(events(whole));
        for (const event of events(single)) await recordEvents([event]);
        const [one, other] = [await whole.row(), await single.row()];
        expect(one).to.include(expected);
        const names = ['opens', 'clicks', 'unsubscribed_at', 'first_opened_at', 'last_opened_at'] as const;
        for (const name of [...names, 'first_clicked_at', 'last_clicked_at'] as const) {
          expect(one[name], name).to.deep.equal(other[name]);
        }
        await recordEvents([eventOf('open', opened, 1e12 - 1)]);
        await recordEvents(events(opened));
        const own = [...order].filter((kind) => kind === 'o').length;
        expect((await opened.row()).opens).to.equal(1 + own);
      });
    }
  });
});
