import { createRequire } from 'node:module';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { isStoreAway } from '../../common/store-away.ts';

const poolErrors: unknown = createRequire(import.meta.url)('mongodb/lib/cmap/errors.js');
const { MongoBulkWriteError, MongoClient, MongoServerError } = mongoose.mongo;

/** The errors of the driver of this version. */
const CLASSES = 51;

type ErrorClass = { readonly name: string; readonly prototype: Error };
const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === 'function' && value.prototype instanceof Error;

/** All that it exports, and those of its pools, which it does not. */
const classes = [mongoose.mongo, poolErrors].flatMap((exported) =>
  Object.values(exported as object).filter(isErrorClass),
);

/** One of a class, without what its constructor asks for. */
const bare = (prototype: Error): unknown =>
  Object.defineProperty(Object.create(prototype), 'errorLabelSet', { value: new Set() });

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

  it('is told by the class of an error: each that the driver has was decided on', () => {
    const away = classes.filter(({ prototype }) => isStoreAway(bare(prototype)));
    expect(away.map(({ name }) => name).sort()).to.deep.equal([
      'MongoClientClosedError',
      'MongoNetworkError',
      'MongoNetworkTimeoutError',
      'MongoNotConnectedError',
      'MongoOperationTimeoutError',
      'MongoServerClosedError',
      'MongoServerSelectionError',
      'MongoStalePrimaryError',
      'MongoSystemError',
      'MongoTopologyClosedError',
      'PoolClearedError',
      'PoolClearedOnNetworkError',
      'PoolClosedError',
      'WaitQueueTimeoutError',
    ]);
    // A release of the driver with other errors is to be looked at.
    expect(classes).to.have.length(CLASSES);
  });

  it('is told by the labels of an error, whatever its class', () => {
    const stepped = new MongoServerError({ message: 'not primary', errorLabels: ['RetryableWriteError'] });
    expect(isStoreAway(stepped)).to.equal(true);
    const busy = new MongoServerError({ message: 'conflict', errorLabels: ['TransientTransactionError'] });
    expect(isStoreAway(busy)).to.equal(false);
  });

  it('is none that says that we asked something wrong', () => {
    const twice = { message: 'E11000 duplicate key', code: 11000 };
    expect(isStoreAway(new MongoBulkWriteError(twice, {} as never))).to.equal(false);
    expect(isStoreAway(new TypeError('undefined is not a function'))).to.equal(false);
    expect(isStoreAway(null)).to.equal(false);
  });
});
