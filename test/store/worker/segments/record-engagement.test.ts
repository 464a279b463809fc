import { expect } from 'chai';
import {
  askForEngagement,
  noteEngagement,
  noteOpenings,
  QUIET_MS,
} from '../../../../common/changes/engagement-dates.ts';
import { setClock } from '../../../../common/clock.ts';
import { Batch, newBatch } from '../../../../common/models/batches.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { Delivery, type DeliveryDocument, newDelivery } from '../../../../common/models/deliveries.ts';
import { Engagement } from '../../../../common/models/engagements.ts';
import { dueEngagement, isEngagementKnown } from '../../../../common/queries/engagement-dates.ts';
import { at } from '../../../../common/store/collection.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import recordEngagement from '../../../../worker/contacts/jobs/record-engagement.ts';
import { storeContacts } from '../../../support/contacts.ts';
import { prepareDatabase } from '../../../support/databases.ts';
import { rows } from '../../../support/rows.ts';
import { keptMongodbUrl } from '../../../support/services.ts';
import { neverStopping, stoppingAfter } from '../../../support/stopping.ts';

/** More rows than the job reads in one step. */
const BATCHES = 45;
const SENT = new Date('2026-05-01T09:00:00Z');
const OPENED = new Date('2026-05-02T09:00:00Z');
const LATER = new Date('2026-05-03T09:00:00Z');

describe('record-engagement', () => {
  before(async () => {
    await connectMongo(await keptMongodbUrl('worker-record-engagement'));
    await prepareDatabase();
    for (const userId of [1, 2]) await storeContacts({ userId, typeId: userId, name: 'one', count: BATCHES });
    for (const userId of [1, 2]) {
      const contacts = await contactsOf(userId);
      const id = (at: number): number => userId * 1000 + at;
      // Batches of one row each: all sent, and every third opened.
      await rows(Delivery).insertMany(
        contacts.map((contact, at): DeliveryDocument => {
          const to = { contact_id: contact._id, segment_recipient_id: null, email: contact.email };
          return {
            ...newDelivery(id(at), { _id: 'send-1', user_id: userId }, id(at), {
              ...to,
              email_norm: `${userId}-${at}`,
            }),
            state: 'accepted',
            accepted_at: SENT,
            ...(at % 3 === 0 && { opens: 1, first_opened_at: OPENED }),
          };
        }),
      );
      await rows(Batch).insertMany(
        contacts.map((_, at) =>
          newBatch(
            { _id: id(at), mailing: 'send-1', user_id: userId, first: id(at), last: id(at) },
            new Date(),
          ),
        ),
      );
    }
  });
  after(disconnectMongo);
  afterEach(() => setClock());

  const contactsOf = (userId: number) => rows(Contact).find({ user_id: userId }).sort({ _id: 1 }).toArray();
  const run = (stopping = neverStopping()) => recordEngagement.run({ userId: 1 }, { stopping });
  const knowing = (field: 'last_sent_at' | 'last_opened_at' | 'last_clicked_at') =>
    rows(Contact).countDocuments({ user_id: 1, ...at(field, { $type: 'date' }) });

  it('writes nothing when no rule needs it', async () => {
    expect(await noteEngagement(1, { first: 1000, last: 1000, ids: null })).to.equal(false);
    expect(await dueEngagement()).to.deep.equal([]);
    await run();
    expect(await knowing('last_sent_at')).to.equal(0);
  });

  describe('when a rule needs it', () => {
    let contactsBefore: Awaited<ReturnType<typeof contactsOf>>;
    let asked: boolean[];
    let due: number[];

    before(async () => {
      contactsBefore = await contactsOf(1);
      asked = [await askForEngagement(1), await askForEngagement(1)];
      due = await dueEngagement();
      await run(stoppingAfter(1));
    });

    it('becomes due once, however often it is asked for', () => {
      expect(asked).to.deep.equal([true, false]);
      expect(due).to.deep.equal([1]);
    });

    it('writes some dates before it is stopped, and they do not count as known', async () => {
      expect(await knowing('last_sent_at')).to.be.within(1, BATCHES - 1);
      expect(await isEngagementKnown(1)).to.equal(false);
    });

    describe('and runs on, more than once', () => {
      before(async () => {
        await Promise.all([run(), run()]);
        await run();
      });

      it('counts as known, and is not due any more', async () => {
        expect(await isEngagementKnown(1)).to.equal(true);
        expect(await dueEngagement()).to.deep.equal([]);
      });

      it('writes the dates of the ledger, and nothing else', async () => {
        expect(await contactsOf(1)).to.deep.equal(
          contactsBefore.map((contact, at) => ({
            ...contact,
            last_sent_at: SENT,
            ...(at % 3 === 0 && { last_opened_at: OPENED }),
          })),
        );
      });

      it('writes nothing for other accounts', async () => {
        expect(await rows(Contact).countDocuments({ user_id: 2, last_sent_at: { $type: 'date' } })).to.equal(
          0,
        );
      });

      it('tells contacts of an opening when it can no longer turn out to be a machine’s', async () => {
        const at = new Date('2026-05-04T09:00:00Z');
        const after = (milliseconds: number) => setClock(() => at.getTime() + milliseconds);
        const openedOf = async () => (await contactsOf(1))[4]!.last_opened_at;
        const opens = (fields: Partial<DeliveryDocument>) =>
          rows(Delivery).updateOne({ _id: 1004 }, { $set: fields });
        after(0);
        await opens({ opens: 1, first_opened_at: at, last_opened_at: at });
        await noteOpenings(1, { first: 1004, last: 1004, ids: [1004] });
        after(QUIET_MS - 1);
        expect(await dueEngagement()).to.deep.equal([]);
        await noteEngagement(1, { first: 1004, last: 1004, ids: null });
        await run();
        expect(await openedOf()).to.equal(undefined);
        await rows(Delivery).updateOne(
          { _id: 1004 },
          { $set: { machine_opens: 1 }, $unset: { opens: '', first_opened_at: '', last_opened_at: '' } },
        );
        after(QUIET_MS);
        expect(await dueEngagement()).to.deep.equal([1]);
        await run();
        expect(await openedOf()).to.equal(undefined);
        const later = new Date(at.getTime() + 2 * QUIET_MS);
        after(2 * QUIET_MS);
        await opens({ opens: 1, first_opened_at: later, last_opened_at: later });
        await noteOpenings(1, { first: 1004, last: 1004, ids: [1004] });
        after(3 * QUIET_MS);
        await run();
        expect(await openedOf()).to.deep.equal(later);
      });

      it('moves dates forward only', async () => {
        await rows(Delivery).updateOne(
          { _id: 1001 },
          { $set: { last_opened_at: LATER, last_clicked_at: LATER } },
        );
        await rows(Delivery).updateOne({ _id: 1002 }, { $set: { accepted_at: new Date(0) } });
        expect(await noteEngagement(1, { first: 1001, last: 1002, ids: null })).to.equal(true);
        expect(await noteEngagement(1, { first: 0, last: 9999, ids: [1001] })).to.equal(true);
        await Promise.all([run(), run()]);
        await run();
        expect(await rows(Engagement).countDocuments()).to.equal(0);
        const [, first, second] = await contactsOf(1);
        expect(first).to.deep.include({ last_sent_at: SENT, last_opened_at: LATER, last_clicked_at: LATER });
        expect(second).to.deep.include({ last_sent_at: SENT });
      });
    });
  });
});
