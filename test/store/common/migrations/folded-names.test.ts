import { expect } from 'chai';
import { foldedCities } from '../../../../common/migrations/folded-cities.ts';
import { foldedNames } from '../../../../common/migrations/folded-names.ts';
import { createIndexes } from '../../../../common/migrations/indexes.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { SegmentRecipient } from '../../../../common/models/segment-recipients.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { keptMongodbUrl } from '../../../support/services.ts';

const CONTACTS = 1002;

describe('the migration of contacts without folded names', () => {
  before(async () => {
    await connectMongo(await keptMongodbUrl('folded-names'));
    await createIndexes();
  });
  beforeEach(async () => {
    await rows(Contact).deleteMany({});
    await rows(SegmentRecipient).deleteMany({});
    await rows(Contact).insertMany(
      Array.from({ length: CONTACTS }, (_, at) => ({
        _id: at + 1,
        user_id: 1,
        contact_type_id: 1,
        email_norm: `${at}@people.example`,
        first_name: 'Zoë',
        last_name: at === 0 ? 'x'.repeat(300) : '',
        deleted_at: null,
      })) as never,
    );
    const person = {
      first_name: 'Édith',
      last_name: '',
      email: 'E@hand.example',
      email_norm: 'e@hand.example',
    };
    await rows(SegmentRecipient).insertMany([
      { _id: 1, segment_id: 1, contact_id: 1, by_hand: null },
      { _id: 2, segment_id: 1, contact_id: null, by_hand: person },
    ] as never);
  });
  after(disconnectMongo);

  const folded = () => rows(Contact).countDocuments({ user_id: 1, first_name_folded: 'zoe' });

  it('adds them in groups, once', async () => {
    const places: unknown[] = [];
    const progress = { checkpoint: async (after: unknown) => void places.push(after) };
    await foldedNames.run({ after: null, ...progress });
    expect(places).to.deep.equal([1000]);
    expect(await folded()).to.equal(CONTACTS);
    expect(await rows(Contact).distinct('last_name_folded')).to.deep.equal(['x'.repeat(255)]);
    const byHand = (await rows(SegmentRecipient).findOne({ _id: 2 }))!.by_hand;
    expect(byHand!.search_keys).to.deep.equal(['e@hand.example', 'edith']);
    const [contacts, members] = [
      await rows(Contact).find().toArray(),
      await rows(SegmentRecipient).find().toArray(),
    ];
    await foldedNames.run({ after: null, ...progress });
    expect(await rows(Contact).find().toArray()).to.deep.equal(contacts);
    expect(await rows(SegmentRecipient).find().toArray()).to.deep.equal(members);
  });

  it('continues from the last checkpoint, and then does people added by hand', async () => {
    await foldedNames.run({ after: 1000, checkpoint: async () => {} });
    expect(await folded()).to.equal(CONTACTS - 1000);
    await rows(SegmentRecipient).updateOne({ _id: 2 }, { $unset: { 'by_hand.search_keys': '' } });
    await foldedNames.run({ after: -1, checkpoint: async () => {} });
    expect(await folded()).to.equal(CONTACTS - 1000);
    expect((await rows(SegmentRecipient).findOne({ _id: 2 }))!.by_hand!.search_keys).to.have.length(2);
  });

  it('uses the current name of a contact that is renamed meanwhile', async () => {
    const walked = foldedNames.run({ after: null, checkpoint: async () => {} });
    // As the previous version of the code writes them.
    for (let id = 1; id <= CONTACTS; id += 50) {
      await rows(Contact).updateOne(
        { _id: id, first_name_folded: { $exists: false } },
        { $set: { first_name: 'Ömer' } },
      );
    }
    await walked;
    await foldedNames.run({ after: null, checkpoint: async () => {} });
    for (const { first_name, first_name_folded } of await rows(Contact).find().toArray()) {
      expect(first_name_folded).to.equal(first_name === 'Ömer' ? 'omer' : 'zoe');
    }
  });

  it('adds the folded form of cities alike, once and from the last checkpoint', async () => {
    await rows(Contact).updateMany({ _id: { $gt: 1 } }, { $set: { city: 'Zürich' } });
    await rows(Contact).updateOne({ _id: 1 }, { $set: { city: '' } });
    const places: unknown[] = [];
    const progress = { checkpoint: async (after: unknown) => void places.push(after) };
    await foldedCities.run({ after: 1000, ...progress });
    expect(await rows(Contact).countDocuments({ city_folded: 'zurich' })).to.equal(CONTACTS - 1000);
    await foldedCities.run({ after: null, ...progress });
    expect(places).to.deep.equal([1000]);
    expect(await rows(Contact).countDocuments({ city_folded: 'zurich' })).to.equal(CONTACTS - 1);
    expect(await rows(Contact).countDocuments({ city_folded: { $exists: true } })).to.equal(CONTACTS - 1);
    expect(await folded()).to.equal(0);
  });
});
