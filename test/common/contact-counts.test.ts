import { expect } from 'chai';
import { ContactCount } from '../../common/models/contact-counts.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { rows } from '../../common/mongo.ts';
import { countContacts } from '../../common/queries/contact-counts.ts';
import { type Api, startApi } from '../support/api.ts';

/** Counts that stand with their type (decision 009); that they follow each change is in contract/contact-types. */
describe('counts of contacts', () => {
  let api: Api;

  before(async () => {
    api = await startApi('common-contact-counts');
  });
  after(() => api.stop());

  it('stand from a type’s making on, and from the first look at one that never had any', async () => {
    const client = await api.account();
    await client.post('/contacts-type/add', { name: 'People' });
    const [made] = await rows(ContactType).find({ user_id: client.user_id }).toArray();
    expect(made!.contacts).to.equal(0);
    const { _id: type } = made!;
    const add = async (email: string) => {
      const answer = await client.post('/contacts/add', { contact_type_id: type, email, country: 1 });
      expect(answer.status).to.equal(200);
    };
    for (const name of ['ann', 'bob']) await add(`${name}@example.com`);

    // As in a store of before there were counts.
    await rows(ContactCount).deleteMany({ contact_type_id: type });
    await rows(ContactType).updateOne({ _id: type }, { $unset: { contacts: 1, contacts_dirty_at: 1 } });
    const [uncounted] = await rows(ContactType).find({ _id: type }).toArray();
    expect(await countContacts([uncounted!])).to.deep.equal(new Map([[type, 2]]));
    const [counted] = await rows(ContactType).find({ _id: type }).toArray();
    expect(counted).to.deep.include({ contacts: 2 });
    expect(counted!.contacts_dirty_at ?? null).to.equal(null);

    // A mark has its run counted again, and nobody else's.
    await add('cay@example.com');
    const [marked] = await rows(ContactType).find({ _id: type }).toArray();
    expect(await countContacts([marked!])).to.deep.equal(new Map([[type, 3]]));
  });
});
