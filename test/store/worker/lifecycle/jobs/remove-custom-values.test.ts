import { expect } from 'chai';
import { deleteField } from '../../../../../common/changes/field-removals.ts';
import { now } from '../../../../../common/clock.ts';
import { Contact } from '../../../../../common/models/contacts.ts';
import {
  CustomField,
  type CustomFieldDocument,
  newCustomField,
} from '../../../../../common/models/custom-fields.ts';
import { FieldRemoval } from '../../../../../common/models/field-removals.ts';
import { connectMongo, disconnectMongo } from '../../../../../common/store/connection.ts';
import removeCustomValues from '../../../../../worker/lifecycle/jobs/remove-custom-values.ts';
import { storeContacts } from '../../../../support/contacts.ts';
import { prepareDatabase } from '../../../../support/databases.ts';
import { perform } from '../../../../support/job-payloads.ts';
import { rows } from '../../../../support/rows.ts';
import { keptMongodbUrl } from '../../../../support/services.ts';
import { neverStopping, stoppingAfter } from '../../../../support/stopping.ts';

const COUNT = 2500;

describe('remove-custom-values', () => {
  let fields = 0;

  before(async () => {
    await connectMongo(await keptMongodbUrl('worker-remove-custom-values'));
    await prepareDatabase();
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
    const field = newCustomField({ _id: fields, user_id: 1, field_name, field_type: 'number' }, now());
    await rows(CustomField).insertOne(field);
    return field;
  };
  const run = (stopping = neverStopping()) => perform(removeCustomValues, { userId: 1 }, { stopping });
  const having = (userId: number, path: string) =>
    Contact.driver.countDocuments({ user_id: userId, [path]: { $exists: true } });

  describe('of a deleted field', () => {
    let field: CustomFieldDocument;
    let answers: string[];

    before(async () => {
      field = await storeField('age');
      answers = [await deleteField(field), await deleteField(field)];
      await run(stoppingAfter(1));
    });

    it('begins once, however often the field is deleted', () => {
      expect(answers).to.deep.equal(['deleted', 'gone']);
    });

    it('leaves some values when it is stopped', async () => {
      expect(await having(1, 'custom_field.age')).to.equal(1500);
    });

    describe('that runs on', () => {
      before(() => run());

      it('removes all values of the field, also those for comparing', async () => {
        expect(await having(1, 'custom_field.age')).to.equal(0);
        expect(await having(1, 'custom_number.age')).to.equal(0);
      });

      it('removes no values of other fields, nor of other accounts', async () => {
        expect(await having(1, 'custom_field.size')).to.equal(COUNT);
        expect(await having(2, 'custom_field.age')).to.equal(COUNT);
      });

      it('ends, and may run once more', async () => {
        expect(await rows(FieldRemoval).countDocuments()).to.equal(0);
        await run();
      });
    });
  });

  it('removes the values of all deleted fields by one walk', async () => {
    const many = [await storeField('colour'), await storeField('weight'), await storeField('height')];
    await rows(Contact).updateMany(
      { user_id: 1 },
      { $set: { 'custom_field.colour': 'red', 'custom_field.weight': '1', 'custom_field.height': '2' } },
    );
    await deleteField(many[0]!);
    await run(stoppingAfter(1));
    for (const field of many.slice(1)) await deleteField(field);
    await run(stoppingAfter(3));
    for (const { field_name } of many) expect(await having(1, `custom_field.${field_name}`)).to.equal(0);
    expect(await having(1, 'custom_field.size')).to.equal(COUNT);
    await run(stoppingAfter(1));
    expect(await rows(FieldRemoval).countDocuments()).to.equal(0);
  });

  it('removes no value of a new field of the same name, even with several late workers', async () => {
    const old = await storeField('size');
    await deleteField(old);
    await Promise.all([run(), run(), run()]);
    await storeField('size');
    const late = run();
    await rows(Contact).updateMany({ user_id: 1 }, { $set: { 'custom_field.size': 'XL' } });
    await late;
    expect(await having(1, 'custom_field.size')).to.equal(COUNT);
  });
});
