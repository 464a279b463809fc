import { expect } from 'chai';
import { now } from '../../../common/clock.ts';
import { createIndexes } from '../../../common/indexes.ts';
import { createLogger } from '../../../common/log.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { connectMongo, disconnectMongo, rows } from '../../../common/mongo.ts';
import { purgeContactType } from '../../../worker/jobs/purge-contact-type.ts';
import { storeContacts } from '../../support/contacts.ts';
import { services } from '../../support/services.ts';
import { neverStopping, stoppingAfter } from '../../support/stopping.ts';

const log = createLogger('worker', 'silent');
const DELETED = new Date('2026-01-02T03:04:05.678Z');

describe('purge-contact-type', () => {
  before(async () => {
    await connectMongo(services().mongodbUrl('worker-purge-contact-type'));
    await createIndexes();
    await storeType(1, DELETED);
    await storeType(2, null);
    await storeContacts({ userId: 1, typeId: 1, name: 'gone', count: 2500 });
    await storeContacts({ userId: 1, typeId: 2, name: 'kept', count: 10 });
  });
  after(disconnectMongo);

  const storeType = (_id: number, deleted_at: Date | null) =>
    ContactType.create({ _id, user_id: 1, name: 'Type', deleted_at, created_at: now(), updated_at: now() });
  const run = (contactTypeId: number, stopping = neverStopping()) =>
    purgeContactType({ contactTypeId }, { log, stopping });
  const living = (typeId: number) =>
    rows(Contact).countDocuments({ contact_type_id: typeId, deleted_at: null });
  const purgedAt = async () => (await rows(ContactType).findOne({ _id: 1 }))!.purged_at;

  it('goes on where it was stopped, marks all, and says so once', async () => {
    await run(1, stoppingAfter(1));
    expect(await living(1)).to.equal(1500);
    expect(await purgedAt()).to.equal(null);
    await run(1);
    expect(await living(1)).to.equal(0);
    expect(await rows(Contact).countDocuments({ contact_type_id: 1, deleted_at: DELETED })).to.equal(2500);
    const first = await purgedAt();
    expect(first).to.be.instanceOf(Date);
    await run(1);
    expect(await purgedAt()).to.deep.equal(first);
  });

  it('does nothing to a type that lives, or is not there', async () => {
    await run(2);
    await run(3);
    expect(await living(2)).to.equal(10);
  });
});
