import { createRequire } from 'node:module';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { isStoreAway } from '../../../../common/store/store-away.ts';

const poolErrors: unknown = createRequire(import.meta.url)('mongodb/lib/cmap/errors.js');
const { MongoBulkWriteError, MongoClient, MongoServerError } = mongoose.mongo;

/** The error classes of this version of the driver. */
const CLASSES = 51;

type ErrorClass = { readonly name: string; readonly prototype: Error };
const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === 'function' && value.prototype instanceof Error;

/** All exported classes, and those of its connection pools, which are not exported. */
const classes = [mongoose.mongo, poolErrors].flatMap((exported) =>
  Object.values(exported as object).filter(isErrorClass),
);

/** An instance of a class, made without its constructor. */
const bare = (prototype: Error): unknown =>
  Object.defineProperty(Object.create(prototype), 'errorLabelSet', { value: new Set() });

describe('the test for an absent MongoDB', () => {
  const nowhere = new MongoClient('mongodb://127.0.0.1:9', { serverSelectionTimeoutMS: 100 });
  const people = nowhere.db('x').collection('people');
  const caught = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => null,
      (error: unknown) => error,
    );

  after(() => nowhere.close());

  it('recognises it by the error of any query', async () => {
    for (const asked of [
      people.findOne({}),
      people.updateMany({}, { $set: { a: 1 } }),
      people.insertMany([{ a: 1 }], { ordered: false }),
      people.bulkWrite([{ insertOne: { document: { a: 1 } } }], { ordered: false }),
    ])
      expect(isStoreAway(await caught(asked))).to.equal(true);
  });

  it('recognises it by a connection that closes during a write, and by a full disk', () => {
    for (const code of ['EPIPE', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH']) {
      const socket = Object.assign(new Error(`write ${code}`), { code, syscall: 'write' });
      expect(isStoreAway(socket), code).to.equal(true);
      expect(isStoreAway(new MongoBulkWriteError(socket, {} as never)), code).to.equal(true);
    }
    expect(isStoreAway(new MongoServerError({ message: 'No space left', code: 14031 }))).to.equal(true);
  });

  it('recognises it by a write that is interrupted when a primary steps down, also in a bulk write', () => {
    const interrupted = new MongoServerError({ message: 'operation was interrupted', code: 11601 });
    expect(isStoreAway(interrupted)).to.equal(true);
    expect(isStoreAway(new MongoBulkWriteError(interrupted, {} as never))).to.equal(true);
  });

  it('recognises it by the class of an error; every class of the driver is listed', () => {
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
    // When a release of the driver has other errors, each must be classified.
    expect(classes).to.have.length(CLASSES);
  });

  it('recognises it by the labels of an error of any class', () => {
    const stepped = new MongoServerError({ message: 'not primary', errorLabels: ['RetryableWriteError'] });
    expect(isStoreAway(stepped)).to.equal(true);
    const busy = new MongoServerError({ message: 'conflict', errorLabels: ['TransientTransactionError'] });
    expect(isStoreAway(busy)).to.equal(false);
  });

  it('ignores an error about a wrong query', () => {
    const twice = { message: 'E11000 duplicate key', code: 11000 };
    expect(isStoreAway(new MongoBulkWriteError(twice, {} as never))).to.equal(false);
    expect(isStoreAway(new TypeError('undefined is not a function'))).to.equal(false);
    expect(isStoreAway(null)).to.equal(false);
  });
});
