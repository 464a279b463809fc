import { expect } from 'chai';
import mongoose from 'mongoose';
import { isStoreAway } from '../../common/mongo.ts';

const { MongoBulkWriteError, MongoClient, MongoServerError } = mongoose.mongo;

describe('a store that is away', () => {
  const nowhere = new MongoClient('mongodb://127.0.0.1:9', { serverSelectionTimeoutMS: 100 });
  const people = nowhere.db('x').collection('people');
  const caught = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => null,
      (error: unknown) => error,
    );

  after(() => nowhere.close());

  it('is told by whatever a question came to', async () => {
    for (const asked of [
      people.findOne({}),
      people.updateMany({}, { $set: { a: 1 } }),
      people.insertMany([{ a: 1 }], { ordered: false }),
      people.bulkWrite([{ insertOne: { document: { a: 1 } } }], { ordered: false }),
    ])
      expect(isStoreAway(await caught(asked))).to.equal(true);
  });

  it('is told by a line that was closed while it was written to, and by a full disk', () => {
    const socket = Object.assign(new Error('This socket has been ended by the other party'), {
      code: 'EPIPE',
    });
    expect(isStoreAway(socket)).to.equal(true);
    expect(isStoreAway(new MongoBulkWriteError(socket, {} as never))).to.equal(true);
    expect(isStoreAway(new MongoServerError({ message: 'No space left', code: 14031 }))).to.equal(true);
  });

  it('is none that says that we asked something wrong', () => {
    const twice = { message: 'E11000 duplicate key', code: 11000 };
    expect(isStoreAway(new MongoBulkWriteError(twice, {} as never))).to.equal(false);
    expect(isStoreAway(new TypeError('undefined is not a function'))).to.equal(false);
    expect(isStoreAway(null)).to.equal(false);
  });
});
