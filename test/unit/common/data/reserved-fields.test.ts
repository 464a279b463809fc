import { expect } from 'chai';
import { dynamicContent, RESERVED_FIELDS } from '../../../../common/data/reserved-fields.ts';
import { isReservedFieldName } from '../../../../common/data/reserved-names.ts';

const words = (text: string): string[] => text.split(' ');

describe('the list of reserved fields', () => {
  it('consists of the contact fields of the published contract, ids 1 to 11', () => {
    expect(RESERVED_FIELDS.map(({ id }) => id)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(RESERVED_FIELDS[10]).to.deep.equal({
      id: 11,
      user_id: null,
      field_name: 'postal_code',
      field_type: 'text',
      is_reserved: 1,
      created_at: null,
      updated_at: null,
    });
  });

  it('surrounds the custom fields in the dynamic content', () => {
    expect(dynamicContent(['full_name', 'age'])).to.deep.equal([
      ...words('first_name last_name email alt_email country state city address_line1'),
      ...words('address_line2 state_province_region postal_code full_name age'),
      ...words('sender_name sender_address unsubscribe_preferences'),
    ]);
  });
});

describe('isReservedFieldName', () => {
  it('reserves names that code, imports, segments or placeholders use', () => {
    for (const name of [
      ...RESERVED_FIELDS.map(({ field_name }) => field_name),
      ...words('__proto__ constructor prototype toString hasOwnProperty valueOf __parsed_extra'),
      ...words('fullname contact_type custom_field sender_name sender_address unsubscribe_preferences'),
      ...words('id _id user_id created_at updated_at deleted_at last_sent_at last_opened_at'),
      ...words('last_clicked_at EMAIL First_Name CONSTRUCTOR firstname Postal__Code'),
    ]) {
      expect(isReservedFieldName(name), name).to.equal(true);
    }
  });

  it('leaves the published contract’s examples and everyday names free', () => {
    for (const name of [
      ...words('full_name father_name designation age company_name birth_date join_date'),
      ...words('phone title name status gender Company a _ 1 line reason FULL_NAME zip_code subject'),
    ]) {
      expect(isReservedFieldName(name), name).to.equal(false);
    }
  });
});
