import { expect } from 'chai';
import { createLogger } from '../../../../common/log.ts';
import { foldedCities } from '../../../../common/migrations/folded-cities.ts';
import { foldedNames } from '../../../../common/migrations/folded-names.ts';
import { createIndexes, releaseIndexes } from '../../../../common/migrations/indexes.ts';
import { migrate } from '../../../../common/migrations/migrate.ts';
import { Account } from '../../../../common/models/accounts.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { CustomField, newCustomField } from '../../../../common/models/custom-fields.ts';
import { SegmentRecipient } from '../../../../common/models/segment-recipients.ts';
import { StoreState } from '../../../../common/models/store-states.ts';
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
        custom_field: {},
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

  it('corrects, by the release after, what the version before stored meanwhile', async () => {
    await rows(Contact).updateMany({}, { $set: { city: 'Berlin' } });
    await rows(CustomField).insertOne(
      newCustomField({ _id: 7, user_id: 1, field_name: 'plan', field_type: 'text' }, new Date()),
    );
    await StoreState.deleteMany({});
    await Account.insertOne({ _id: 1, email_norm: 'old@shop.example' } as never);
    await migrate(createLogger('indexes', 'silent'));
    await releaseIndexes();
    const contact = (_id: number) => rows(Contact).findOne({ _id });
    expect(await contact(2)).to.include({ city_folded: 'berlin', first_name_folded: 'zoe' });
    // As the version before writes them: it knows no folded form.
    const change = (_id: number, $set: object) => rows(Contact).updateOne({ _id }, { $set });
    await change(2, { city: 'Zürich', first_name: 'Ömer', custom_field: { plan: 'Été' } });
    await change(3, { city: '', first_name: '' });
    await change(4, { custom_field: {}, custom_folded: { f7: 'gold' } });
    await rows(Contact).insertOne({
      _id: CONTACTS + 1,
      user_id: 1,
      contact_type_id: 1,
      email_norm: 'new@people.example',
      first_name: 'Éva',
      city: 'Köln',
      custom_field: {},
      deleted_at: null,
    } as never);
    const byHand = {
      first_name: 'Ödön',
      last_name: '',
      email: 'o@hand.example',
      email_norm: 'o@hand.example',
    };
    await rows(SegmentRecipient).insertOne({
      _id: 3,
      segment_id: 1,
      contact_id: null,
      by_hand: byHand,
    } as never);
    await releaseIndexes();
    expect(await contact(2)).to.deep.include({
      city_folded: 'zurich',
      first_name_folded: 'omer',
      custom_folded: { f7: 'ete' },
    });
    expect(await contact(3)).to.include({ city_folded: '', first_name_folded: '' });
    expect((await contact(4))!.custom_folded).to.deep.equal({ f7: '' });
    expect(await contact(CONTACTS + 1)).to.include({ city_folded: 'koln', first_name_folded: 'eva' });
    expect((await rows(SegmentRecipient).findOne({ _id: 3 }))!.by_hand!.search_keys).to.deep.equal([
      'o@hand.example',
      'odon',
    ]);
    // Once for each version.
    await change(5, { city: 'Zürich' });
    await releaseIndexes();
    expect(await contact(5)).to.include({ city_folded: 'berlin' });
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
