import { expect } from 'chai';
import { ContactType } from '../../../../common/models/contact-types.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { Counter } from '../../../../common/store/counters.ts';
import {
  documentChange,
  insertOf,
  NotTogether,
  sessionOfGroups,
  storeTogether,
  type Work,
} from '../../../../common/store/store-together.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

describe('the storing of work together', () => {
  before(async () => connectMongo(await mongodbUrl('store-together')));
  after(() => disconnectMongo());
  beforeEach(async () => {
    await Counter.deleteMany({});
    await rows(ContactType).deleteMany({});
  });

  const counter = (name: string, last = 1) => insertOf(Counter, { _id: name, last });
  const work = (name: string, userId = 1, more: Partial<Work> = {}): Work => ({
    userId,
    inserts: [counter(name)],
    ...more,
  });
  const stored = async (): Promise<string[]> =>
    (await Counter.find({}).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
  const endOf = (one: Promise<void>): Promise<unknown> => one.then(() => 'stored').catch((error) => error);

  it('stores all pieces, in one transaction for those that came while another was stored', async () => {
    const before = sessionOfGroups().serverSession.txnNumber;
    await Promise.all(Array.from({ length: 130 }, (_, at) => storeTogether(work(`a${at}`))));
    expect(await stored()).to.have.length(130);
    // One alone, then 64, 64 and 1.
    expect(sessionOfGroups().serverSession.txnNumber - before).to.equal(4);
  });

  it('refuses all pieces when one is refused, and stores nothing of them', async () => {
    await storeTogether(work('there'));
    // Nothing is under way, so that the next goes alone.
    await new Promise(setImmediate);
    const ends = ['first', 'there', 'other'].map((name) => endOf(storeTogether(work(name))));
    const [alone, ...group] = await Promise.all(ends);
    expect(alone).to.equal('stored');
    for (const end of group) expect(end).to.be.instanceOf(NotTogether);
    expect(await stored()).to.deep.equal(['first', 'there']);
    await storeTogether(work('other'));
    expect(await stored()).to.deep.equal(['first', 'other', 'there']);
  });

  it('makes the change of a piece, or stores nothing of it', async () => {
    await storeTogether(work('kept'));
    const change = (last: number) => documentChange(Counter, { _id: 'kept', last }, { $set: { last: 2 } });
    expect(await endOf(storeTogether(work('one', 1, { change: change(1) })))).to.equal('stored');
    expect(await endOf(storeTogether(work('two', 1, { change: change(1) })))).to.be.instanceOf(NotTogether);
    expect(await stored()).to.deep.equal(['kept', 'one']);
    expect((await Counter.findOne({ _id: 'kept' }))!.last).to.equal(2);
  });

  it('makes an account wait for one group at most of an account that has many', async () => {
    const order: string[] = [];
    const told = (name: string, userId: number) =>
      storeTogether(work(name, userId)).then(() => void order.push(name));
    const many = Array.from({ length: 300 }, (_, at) => told(`many${at}`, 1));
    await Promise.all([...many, told('other', 2)]);
    // The first alone, then a group of 64, in which both take turns.
    expect(order.indexOf('other')).to.be.lessThan(65);
  });

  it('stores large pieces alone', async () => {
    const large = (at: number): Work => ({
      userId: 1,
      inserts: [insertOf(rows(ContactType), { _id: at, user_id: 1, name: 'x'.repeat(600_000) } as never)],
    });
    const before = sessionOfGroups().serverSession.txnNumber;
    await Promise.all([1, 2, 3, 4].map((at) => storeTogether(large(at))));
    expect(await rows(ContactType).countDocuments({})).to.equal(4);
    expect(sessionOfGroups().serverSession.txnNumber - before).to.equal(4);
  });
});
