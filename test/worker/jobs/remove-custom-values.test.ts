import { expect } from 'chai';
import { now } from '../../../common/clock.ts';
import { createIndexes } from '../../../common/indexes.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { CustomField, type CustomFieldDocument } from '../../../common/models/custom-fields.ts';
import { FieldRemoval } from '../../../common/models/field-removals.ts';
import { connectMongo, disconnectMongo, rows } from '../../../common/mongo.ts';
import { deleteField } from '../../../common/queries/field-removals.ts';
import { removeCustomValues } from '../../../worker/jobs/remove-custom-values.ts';
import { storeContacts } from '../../support/contacts.ts';
import { services } from '../../support/services.ts';
import { neverStopping, stoppingAfter } from '../../support/stopping.ts';

const COUNT = 2500;

describe('remove-custom-values', () => {
  let fields = 0;

  before(async () => {
    await connectMongo(services().mongodbUrl('worker-remove-custom-values'));
    await createIndexes();
    for (const userId of [1, 2]) {
      await storeContacts({ userId, typeId: userId, name: 'one', count: COUNT }, (index) => ({
        custom_field: { age: String(index), size: 'L' },
        custom_number: { age: index },
      }));
    }
  });
  after(disconnectMongo);

  const storeField = async (field_name: string): Promise<CustomFieldDocument> => {
    fields += 1;
    const field: CustomFieldDocument = {
      _id: fields,
      user_id: 1,
      field_name,
      name_key: field_name,
      field_type: 'number',
      created_at: now(),
      updated_at: now(),
    };
    await CustomField.create(field);
    return field;
  };
  const run = (customFieldId: number, stopping = neverStopping()) =>
    removeCustomValues({ customFieldId }, { stopping });
  const having = (userId: number, path: string) =>
    rows(Contact).countDocuments({ user_id: userId, [path]: { $exists: true } });

  it('goes on where it was stopped, and takes this field of this account alone', async () => {
    const field = await storeField('age');
    expect(await deleteField(field)).to.equal('deleted');
    expect(await deleteField(field)).to.equal('gone');
    await run(field._id, stoppingAfter(1));
    expect(await having(1, 'custom_field.age')).to.equal(1500);
    await run(field._id);
    expect(await having(1, 'custom_field.age')).to.equal(0);
    expect(await having(1, 'custom_number.age')).to.equal(0);
    expect(await having(1, 'custom_field.size')).to.equal(COUNT);
    expect(await having(2, 'custom_field.age')).to.equal(COUNT);
    expect(await rows(FieldRemoval).countDocuments()).to.equal(0);
    await run(field._id);
  });

  it('never takes a value of a new field of that name, even by several workers that lag', async () => {
    const old = await storeField('size');
    await deleteField(old);
    await Promise.all([run(old._id), run(old._id), run(old._id)]);
    await storeField('size');
    const late = run(old._id);
    await rows(Contact).updateMany({ user_id: 1 }, { $set: { 'custom_field.size': 'XL' } });
    await late;
    expect(await having(1, 'custom_field.size')).to.equal(COUNT);
  });
});
