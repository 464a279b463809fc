import { expect } from 'chai';
import { foldedCustomKey } from '../../../../common/domain/folded-custom.ts';
import { foldedCustomValues } from '../../../../common/migrations/folded-custom-values.ts';
import { createIndexes } from '../../../../common/migrations/indexes.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { CustomField, newCustomField } from '../../../../common/models/custom-fields.ts';
import { at } from '../../../../common/store/collection.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { keptMongodbUrl } from '../../../support/services.ts';

const CONTACTS = 1002;
/** The first account has a text field, the second only a number, the third two texts. */
const [TEXT, NUMBER, CITY, NOTE] = [11, 12, 13, 14] as const;

describe('the migration of contacts without folded custom texts', () => {
  before(async () => {
    await connectMongo(await keptMongodbUrl('folded-custom-values'));
    await createIndexes();
    const at = new Date();
    await rows(CustomField).insertMany([
      newCustomField({ _id: TEXT, user_id: 1, field_name: 'plan', field_type: 'text' }, at),
      newCustomField({ _id: NUMBER, user_id: 2, field_name: 'score', field_type: 'number' }, at),
      newCustomField({ _id: CITY, user_id: 3, field_name: 'city_of_birth', field_type: 'text' }, at),
      newCustomField({ _id: NOTE, user_id: 3, field_name: 'note', field_type: 'text' }, at),
    ]);
  });
  beforeEach(async () => {
    await rows(Contact).deleteMany({});
    const contact = (_id: number, user_id: number, custom_field: object) => ({
      _id,
      user_id,
      contact_type_id: user_id,
      email_norm: `${_id}@people.example`,
      custom_field,
      custom_number: {},
      deleted_at: null,
    });
    await rows(Contact).insertMany([
      ...Array.from({ length: CONTACTS }, (_, at) => contact(at + 1, 1, { plan: 'Été' })),
      contact(2001, 2, { score: '7' }),
      contact(3001, 3, { city_of_birth: 'Zürich', note: 'x'.repeat(300) }),
      contact(3002, 3, {}),
    ] as never);
  });
  after(disconnectMongo);

  const folded = () => rows(Contact).countDocuments({ user_id: 1, ...at(foldedCustomKey(TEXT), 'ete') });

  it('adds them in groups, once, to those that have any', async () => {
    const places: unknown[] = [];
    const progress = { checkpoint: async (after: unknown) => void places.push(after) };
    await foldedCustomValues.run({ after: null, ...progress });
    expect(places).to.deep.equal([{ user: 1, contact: 1000 }]);
    expect(await folded()).to.equal(CONTACTS);
    expect((await rows(Contact).findOne({ _id: 3001 }))!.custom_folded).to.deep.equal({
      f13: 'zurich',
      f14: 'x'.repeat(255),
    });
    for (const _id of [2001, 3002]) {
      expect((await rows(Contact).findOne({ _id }))!.custom_folded).to.equal(undefined);
    }
    const contacts = await rows(Contact).find().toArray();
    await foldedCustomValues.run({ after: null, ...progress });
    expect(await rows(Contact).find().toArray()).to.deep.equal(contacts);
  });

  it('continues from the last checkpoint', async () => {
    await foldedCustomValues.run({ after: { user: 1, contact: 1000 }, checkpoint: async () => {} });
    expect(await folded()).to.equal(CONTACTS - 1000);
    expect((await rows(Contact).findOne({ _id: 3001 }))!.custom_folded).to.be.an('object');
  });

  it('allows two processes at once, and uses values that are changed meanwhile', async () => {
    const walks = [1, 2].map(() => foldedCustomValues.run({ after: null, checkpoint: async () => {} }));
    // As the previous version of the code writes them.
    for (let id = 1; id <= CONTACTS; id += 50) {
      await rows(Contact).updateOne(
        { _id: id, custom_folded: { $exists: false } },
        { $set: { 'custom_field.plan': 'Ömer' } },
      );
    }
    await Promise.all(walks);
    await foldedCustomValues.run({ after: null, checkpoint: async () => {} });
    for (const { custom_field, custom_folded } of await rows(Contact).find({ user_id: 1 }).toArray()) {
      expect(custom_folded!['f11']).to.equal(custom_field['plan'] === 'Ömer' ? 'omer' : 'ete');
    }
  });
});
