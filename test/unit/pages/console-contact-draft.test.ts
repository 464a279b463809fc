import { expect } from 'chai';
import type { Contact, CustomField } from '../../../client/src/index.ts';
import { contactChanges, isContactParted, storedContact } from '../../../console/src/data/contact-draft.ts';

const CUSTOM = [{ field_name: 'colour' }, { field_name: 'size' }] as CustomField[];

const CONTACT = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'King',
  city: 'London',
  country: '101',
  contact_type_id: 7,
  tags: ['vip'],
  custom_field: { colour: { field_name: 'colour', field_value: 'green' } },
} as unknown as Contact;

const base = storedContact(CONTACT, CUSTOM);
/** Another person has changed some fields meanwhile. */
const now = { ...base, last_name: 'Lovelace', 'custom size': '38', audience: '8' };

describe('the saved changes of a contact in the console', () => {
  it('are the changed fields only, and what the service wants in each update', () => {
    const draft = { ...base, first_name: 'Augusta' };
    expect(isContactParted({ base, draft, now })).to.equal(false);
    expect(contactChanges({ base, draft, now }, CUSTOM)).to.deep.equal({
      first_name: 'Augusta',
      email: 'ada@example.com',
      contact_type_id: 8,
      country: 101,
    });
  });

  it('clear the fields that were emptied, and no others', () => {
    const draft = { ...base, city: '', 'custom colour': '', tags: [] };
    expect(contactChanges({ base, draft, now }, CUSTOM)).to.deep.equal({
      city: '',
      custom_field: { colour: '' },
      tags: [],
      email: 'ada@example.com',
      contact_type_id: 8,
      country: 101,
    });
  });

  it('are in conflict where another person has changed the same field to another value', () => {
    const parted = (last_name: string) => isContactParted({ base, draft: { ...base, last_name }, now });
    expect(parted('Byron')).to.equal(true);
    expect(parted('Lovelace')).to.equal(false);
    expect(parted('King')).to.equal(false);
  });
});
