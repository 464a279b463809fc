import { expect } from 'chai';
import { markCounts } from '../../../../common/changes/contact-counts.ts';
import { setClock } from '../../../../common/clock.ts';
import { ContactCount } from '../../../../common/models/contact-counts.ts';
import { ContactType, newContactType } from '../../../../common/models/contact-types.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

describe('the mark of a contact type whose contacts change', () => {
  let type = 0;
  // Only `pass` moves the clock: on a busy machine a call may take longer than a mark is kept.
  let at = Date.now();
  const pass = (milliseconds: number): void => {
    at += milliseconds;
  };

  before(async () => connectMongo(await mongodbUrl('contact-counts')));
  after(() => disconnectMongo());
  beforeEach(async () => {
    setClock(() => at);
    // Marks of earlier tests remain, so each test has a new type.
    type += 1;
    await rows(ContactType).insertOne(newContactType({ _id: type, user_id: 1, name: 'First' }, new Date()));
  });
  afterEach(() => setClock());

  const marked = async () => [
    (await ContactCount.findOne({ _id: `${type}-0` }))?.dirty_at ?? null,
    (await rows(ContactType).findOne({ _id: type }))?.contacts_dirty_at ?? null,
  ];
  const unmark = async (): Promise<void> => {
    await ContactCount.updateMany({}, { $set: { dirty_at: null } });
    await rows(ContactType).updateMany({}, { $set: { contacts_dirty_at: null } });
  };

  it('covers the changes of the next moment, which then need no query', async () => {
    await markCounts(1, type, [5]);
    expect(await marked()).to.not.include(null);
    await unmark();
    pass(100);
    await markCounts(1, type, [6]);
    expect(await marked()).to.eql([null, null]);
  });

  it('appears again after that moment, and at once for contacts of another run', async () => {
    await markCounts(1, type, [5]);
    await unmark();
    await markCounts(1, type, [5, 1_000_000]);
    expect(await marked()).to.not.include(null);
    await unmark();
    pass(300);
    await markCounts(1, type, [5]);
    expect(await marked()).to.not.include(null);
  });

  it('covers no changes when another process had set it', async () => {
    await markCounts(1, type, [5]);
    pass(250);
    // Another process marks both.
    const theirs = new Date((await marked())[0]!.getTime() + 200);
    await ContactCount.updateMany({}, { $set: { dirty_at: theirs } });
    await rows(ContactType).updateMany({}, { $set: { contacts_dirty_at: theirs } });
    await markCounts(1, type, [5]);
    await unmark();
    await markCounts(1, type, [5]);
    expect(await marked()).to.not.include(null);
  });
});
