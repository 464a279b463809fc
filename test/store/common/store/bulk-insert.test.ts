import { expect } from 'chai';
import {
  ContactType,
  type ContactTypeDocument,
  newContactType,
} from '../../../../common/models/contact-types.ts';
import { insertAtOnce } from '../../../../common/store/bulk-insert.ts';
import { type Api, startApi } from '../../../support/api.ts';
import { rows } from '../../../support/rows.ts';

describe('a bulk insert', () => {
  let api: Api;
  before(async () => {
    api = await startApi('common-insert-at-once');
  });
  after(() => api.stop());

  const type = (_id: number, name = 'one'): ContactTypeDocument =>
    newContactType({ _id, user_id: 77, name }, new Date());
  const kept = () =>
    rows(ContactType)
      .find({ user_id: 77 })
      .project({ _id: 1 })
      .sort({ _id: 1 })
      .map(({ _id }) => _id)
      .toArray();
  beforeEach(() => rows(ContactType).deleteMany({ user_id: 77 }));

  it('inserts new documents, and returns the places of the others', async () => {
    expect(await insertAtOnce(rows(ContactType), [type(9001), type(9002)])).to.deep.equal([]);
    expect(
      await insertAtOnce(rows(ContactType), [type(9003), type(9001), type(9004), type(9002)]),
    ).to.deep.equal([1, 3]);
    expect(await kept()).to.deep.equal([9001, 9002, 9003, 9004]);
  });

  for (const megabytes of [17, 40]) {
    it(`inserts ${megabytes} MB, more than one command holds`, async () => {
      const name = 'x'.repeat(100_000);
      const documents = Array.from({ length: megabytes * 10 }, (_, at) => type(9001 + at, name));
      documents.push(type(9005));
      expect(await insertAtOnce(rows(ContactType), documents)).to.deep.equal([megabytes * 10]);
      expect(await kept()).to.have.length(megabytes * 10);
    });
  }

  it('throws errors other than duplicates', async () => {
    const error = await insertAtOnce(rows(ContactType), [{ ...type(9001), _id: [1] as never }]).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.have.property('name', 'MongoServerError');
    expect(await kept()).to.deep.equal([]);
  });
});
