import { expect } from 'chai';
import { Contact, type ContactDocument, newContact } from '../../../../common/models/contacts.ts';
import { tableUpdate } from '../../../../common/store/table-update.ts';
import { type Api, startApi } from '../../../support/api.ts';

const USER = 78;
const READ = new Date('2026-01-02T03:04:05.678Z');
const LATER = new Date('2026-02-03T04:05:06.789Z');

describe('an update by a table', () => {
  let api: Api;
  before(async () => {
    api = await startApi('common-table-update');
  });
  after(() => api.stop());
  beforeEach(() => Contact.of(USER).deleteMany({}));

  const contact = (_id: number, more: Partial<ContactDocument> = {}): ContactDocument => ({
    ...newContact(_id, { userId: USER, contactTypeId: 1 }, '', `p${_id}@example.com`, READ),
    ...more,
  });
  const write = async (
    rows: Parameters<typeof tableUpdate<ContactDocument>>[1],
    filter: Parameters<typeof tableUpdate<ContactDocument>>[2] = {},
  ) =>
    (await Contact.of(USER).bulkWrite([tableUpdate<ContactDocument>('updated_at', rows, filter)]))
      .modifiedCount;
  const all = () => Contact.of(USER).find({}).sort({ _id: 1 }).toArray();

  it('writes to each document its own values, and nothing else', async () => {
    const before = [7001, 7002, 7003, 7004].map((id) => contact(id));
    await Contact.of(USER).insertMany(before);
    const rows = [
      { id: 7003, before: READ, set: { city: '$city', updated_at: LATER } },
      { id: 7001, before: READ, set: { first_name: '$$ROOT', city: 'Ulm', updated_at: LATER } },
      { id: 7002, before: READ, set: { tags: ['a', '$b'], updated_at: LATER } },
    ];
    expect(await write(rows)).to.equal(3);
    const [one, two, three, four] = before;
    expect(await all()).to.deep.equal([
      { ...one, first_name: '$$ROOT', city: 'Ulm', updated_at: LATER },
      { ...two, tags: ['a', '$b'], updated_at: LATER },
      { ...three, city: '$city', updated_at: LATER },
      four,
    ]);
  });

  it('adds values below a field to those that it has, and makes no field for the others', async () => {
    await Contact.of(USER).insertMany([
      contact(7001, { custom_field: { size: 'L', größe: '1' }, custom_number: { size: 1 } }),
      contact(7002, { custom_field: { size: 'M' } }),
      contact(7003),
    ]);
    const rows = [
      { id: 7001, before: READ, set: { 'custom_field.size': '$XL', 'custom_number.weight': 2.5 } },
      { id: 7002, before: READ, set: { 'custom_number.size': 4 } },
      { id: 7003, before: READ, set: { city: 'Ulm' } },
    ];
    expect(await write(rows)).to.equal(3);
    const found = await all();
    expect(
      found.map(({ custom_field, custom_number, city }) => ({ custom_field, custom_number, city })),
    ).to.deep.equal([
      {
        custom_field: { size: '$XL', größe: '1' },
        custom_number: { size: 1, weight: 2.5 },
        city: found[0]!.city,
      },
      { custom_field: { size: 'M' }, custom_number: { size: 4 }, city: found[1]!.city },
      { custom_field: contact(7003).custom_field, custom_number: contact(7003).custom_number, city: 'Ulm' },
    ]);
    expect(found[2]).not.to.have.property('custom_folded');
  });

  it('leaves documents that changed since they were read, that the filter excludes, or of other accounts', async () => {
    await Contact.of(USER).insertMany([
      contact(7001),
      contact(7002, { updated_at: LATER }),
      contact(7003, { deleted_at: READ }),
    ]);
    await Contact.of(USER + 1).deleteMany({ _id: 7004 });
    await Contact.of(USER + 1).insertOne({ ...contact(7004), user_id: USER + 1 });
    const rows = [7001, 7002, 7003, 7004, 7005].map((id) => ({ id, before: READ, set: { city: 'Ulm' } }));
    expect(await write(rows, { deleted_at: null })).to.equal(1);
    expect((await all()).map(({ city }) => city === 'Ulm')).to.deep.equal([true, false, false]);
    expect((await Contact.of(USER + 1).findOne({ _id: 7004 }))!.city).not.to.equal('Ulm');
  });

  it('takes null for a guarded field that is missing', async () => {
    await Contact.of(USER).insertMany([contact(7001), contact(7002, { tags: ['a'] })]);
    const rows = [7001, 7002].map((id) => ({ id, before: null, set: { city: 'Ulm' } }));
    const update = tableUpdate<ContactDocument>('tags', rows);
    await Contact.of(USER).updateOne({ _id: 7001 }, { $unset: { tags: '' } });
    expect((await Contact.of(USER).bulkWrite([update])).modifiedCount).to.equal(1);
    expect((await all()).map(({ city }) => city === 'Ulm')).to.deep.equal([true, false]);
  });
});
