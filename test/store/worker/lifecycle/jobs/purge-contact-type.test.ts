import { expect } from 'chai';
import { now } from '../../../../../common/clock.ts';
import { createYielding } from '../../../../../common/fairness/yielding.ts';
import { createLogger } from '../../../../../common/log.ts';
import { ContactType, newContactType } from '../../../../../common/models/contact-types.ts';
import { Contact } from '../../../../../common/models/contacts.ts';
import { connectMongo, disconnectMongo } from '../../../../../common/store/connection.ts';
import purgeContactType from '../../../../../worker/lifecycle/jobs/purge-contact-type.ts';
import { createStarts } from '../../../../../worker/sending/starts.ts';
import { storeContacts } from '../../../../support/contacts.ts';
import { prepareDatabase } from '../../../../support/databases.ts';
import { perform } from '../../../../support/job-payloads.ts';
import { rows } from '../../../../support/rows.ts';
import { keptMongodbUrl } from '../../../../support/services.ts';
import { neverStopping, stoppingAfter } from '../../../../support/stopping.ts';

const log = createLogger('worker', 'silent');
const DELETED = new Date('2026-01-02T03:04:05.678Z');

describe('purge-contact-type', () => {
  before(async () => {
    await connectMongo(await keptMongodbUrl('worker-purge-contact-type'));
    await prepareDatabase();
    await storeType(1, DELETED);
    await storeType(2, null);
    await storeContacts({ userId: 1, typeId: 1, name: 'gone', count: 2500 });
    await storeContacts({ userId: 1, typeId: 2, name: 'kept', count: 10 });
  });
  after(disconnectMongo);

  const storeType = (_id: number, deleted_at: Date | null) =>
    rows(ContactType).insertOne({ ...newContactType({ _id, user_id: 1, name: 'Type' }, now()), deleted_at });
  const starting = { starts: createStarts(), messageStarts: createYielding({ mostMs: 50 }) };
  const run = (contactTypeId: number, stopping = neverStopping()) =>
    perform(purgeContactType, { contactTypeId }, { log, stopping, ...starting });
  const living = (typeId: number) =>
    rows(Contact).countDocuments({ contact_type_id: typeId, deleted_at: null });
  const purgedAt = async () => (await rows(ContactType).findOne({ _id: 1 }))!.purged_at;

  describe('of a deleted type', () => {
    before(() => run(1, stoppingAfter(1)));

    it('leaves some contacts when it is stopped, and is not noted', async () => {
      expect(await living(1)).to.equal(1500);
      expect(await purgedAt()).to.equal(null);
    });

    describe('that runs on', () => {
      before(() => run(1));

      it('marks all contacts as deleted', async () => {
        expect(await living(1)).to.equal(0);
        expect(await rows(Contact).countDocuments({ contact_type_id: 1, deleted_at: DELETED })).to.equal(
          2500,
        );
      });

      it('notes the purge once', async () => {
        const first = await purgedAt();
        expect(first).to.be.instanceOf(Date);
        await run(1);
        expect(await purgedAt()).to.deep.equal(first);
      });
    });
  });

  it('does nothing for an existing or unknown type', async () => {
    await run(2);
    await run(3);
    expect(await living(2)).to.equal(10);
  });
});
