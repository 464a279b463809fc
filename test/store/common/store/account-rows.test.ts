import { expect } from 'chai';
import { ContactDay, type ContactDayDocument } from '../../../../common/models/contact-days.ts';
import type { Rows } from '../../../../common/store/collection.ts';
import { type Api, startApi } from '../../../support/api.ts';

const [MINE, THEIRS] = [8101, 8102];

const dayOf = (user_id: number, _id: string): ContactDayDocument => ({
  _id,
  user_id,
  contact_type_id: 1,
  day: '2030-05-01',
  before: 0,
  contacts: 1,
  noted_at: new Date(0),
});

/** Each operation, asked for a document of the other account. */
const OPERATIONS: Readonly<Record<string, (rows: Rows<ContactDayDocument>) => Promise<unknown>>> = {
  aggregate: (rows) => rows.aggregate([{ $match: { _id: 'theirs' } }]).toArray(),
  bulkWrite: async (rows) => {
    const { modifiedCount, deletedCount } = await rows.bulkWrite([
      { updateOne: { filter: { _id: 'theirs' }, update: { $set: { contacts: 9 } } } },
      { updateMany: { filter: { _id: 'theirs' }, update: { $set: { contacts: 9 } } } },
      { deleteOne: { filter: { _id: 'theirs' } } },
      { deleteMany: { filter: { _id: 'theirs' } } },
    ]);
    return modifiedCount + deletedCount;
  },
  countDocuments: (rows) => rows.countDocuments({ _id: 'theirs' }),
  deleteMany: async (rows) => (await rows.deleteMany({ _id: 'theirs' })).deletedCount,
  deleteOne: async (rows) => (await rows.deleteOne({ _id: 'theirs' })).deletedCount,
  distinct: (rows) => rows.distinct('contacts', { _id: 'theirs' }),
  find: (rows) => rows.find({ _id: 'theirs' }).toArray(),
  findOne: (rows) => rows.findOne({ _id: 'theirs' }),
  findOneAndDelete: (rows) => rows.findOneAndDelete({ _id: 'theirs' }),
  findOneAndUpdate: (rows) => rows.findOneAndUpdate({ _id: 'theirs' }, { $set: { contacts: 9 } }),
  replaceOne: async (rows) => (await rows.replaceOne({ _id: 'theirs' }, dayOf(MINE, 'theirs'))).modifiedCount,
  updateMany: async (rows) =>
    (await rows.updateMany({ _id: 'theirs' }, { $set: { contacts: 9 } })).modifiedCount,
  updateOne: async (rows) =>
    (await rows.updateOne({ _id: 'theirs' }, { $set: { contacts: 9 } })).modifiedCount,
};

describe('the rows of an account', () => {
  let api: Api;
  before(async () => {
    api = await startApi('account-rows');
    await ContactDay.of(MINE).insertOne(dayOf(MINE, 'mine'));
    await ContactDay.of(THEIRS).insertMany([dayOf(THEIRS, 'theirs')]);
  });
  after(() => api.stop());

  for (const [name, ask] of Object.entries(OPERATIONS)) {
    it(`keep ${name} from the documents of others`, async () => {
      const result = await ask(ContactDay.of(MINE));
      expect([0, null, 'none']).to.include(Array.isArray(result) && result.length === 0 ? 'none' : result);
      expect(await ContactDay.of(THEIRS).findOne({ _id: 'theirs' })).to.deep.equal(dayOf(THEIRS, 'theirs'));
    });
  }

  it('are found without a filter', async () => {
    expect(await ContactDay.of(MINE).find().toArray()).to.deep.equal([dayOf(MINE, 'mine')]);
    expect(await ContactDay.of(MINE).countDocuments()).to.equal(1);
  });

  it('give an upsert its account', async () => {
    const set = { $set: { contacts: 2 } };
    await ContactDay.of(MINE).updateOne({ _id: 'new' }, set, { upsert: true });
    expect(await ContactDay.of(MINE).findOneAndDelete({ _id: 'new' })).to.deep.equal({
      _id: 'new',
      user_id: MINE,
      contacts: 2,
    });
  });

  it('of several accounts are found and written together', async () => {
    const rows = ContactDay.among([MINE, THEIRS, MINE]);
    expect((await rows.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id)).to.deep.equal([
      'mine',
      'theirs',
    ]);
    expect(await rows.countDocuments({ user_id: THEIRS })).to.equal(1);
    expect(await ContactDay.among([]).countDocuments()).to.equal(0);
    const { modifiedCount } = await rows.bulkWrite([
      { updateOne: { filter: { _id: 'mine', user_id: MINE }, update: { $set: { contacts: 3 } } } },
      { updateOne: { filter: { _id: 'theirs', user_id: MINE }, update: { $set: { contacts: 3 } } } },
    ]);
    expect(modifiedCount).to.equal(1);
    await rows.updateMany({ _id: 'mine' }, { $set: { contacts: 1 } });
    expect(() => rows.find({ user_id: MINE + THEIRS })).to.throw(RangeError);
  });

  it('refuse an account that is undefined, in each filter', () => {
    const rows = ContactDay.of(MINE);
    const filter = { _id: 'theirs', user_id: undefined } as never;
    const [set, update] = [{ $set: { contacts: 9 } }, { filter, update: { $set: { contacts: 9 } } }];
    for (const ask of [
      () => rows.find(filter),
      () => rows.findOne(filter),
      () => rows.countDocuments(filter),
      () => rows.distinct('contacts', filter),
      () => rows.deleteOne(filter),
      () => rows.deleteMany(filter),
      () => rows.findOneAndDelete(filter),
      () => rows.findOneAndUpdate(filter, set),
      () => rows.replaceOne(filter, dayOf(MINE, 'theirs')),
      () => rows.updateOne(filter, set),
      () => rows.updateMany(filter, set),
      () => rows.bulkWrite([{ updateOne: update }]),
      () => rows.bulkWrite([{ deleteMany: { filter } }]),
    ])
      expect(ask, String(ask)).to.throw(RangeError, `undefined is not the account ${MINE}`);
  });

  it('refuse filters and documents of others', () => {
    const rows = ContactDay.of(MINE);
    const refused = `ContactDay: ${THEIRS} is not the account ${MINE}`;
    expect(() => rows.find({ user_id: THEIRS })).to.throw(RangeError, refused);
    expect(() => rows.insertOne(dayOf(THEIRS, 'x'))).to.throw(RangeError, refused);
    expect(() => rows.insertMany([dayOf(MINE, 'y'), dayOf(THEIRS, 'x')])).to.throw(RangeError, refused);
    expect(() => rows.replaceOne({ _id: 'x' }, dayOf(THEIRS, 'x'))).to.throw(RangeError, refused);
    expect(() => rows.bulkWrite([{ insertOne: { document: dayOf(THEIRS, 'x') } }])).to.throw(
      RangeError,
      refused,
    );
    expect(() => ContactDay.of(Number.NaN)).to.throw(RangeError, 'ContactDay of the account NaN');
  });
});
