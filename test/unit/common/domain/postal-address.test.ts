import { expect } from 'chai';
import { postalAddress } from '../../../../common/domain/postal-address.ts';

describe('a postal address', () => {
  it('takes one line in a fixed order', () => {
    expect(
      postalAddress({
        country: 'Germany',
        zip_code: '80331',
        state: 'Bavaria',
        city: 'Munich',
        company_address2: 'Back yard',
        company_address: 'Long Street 1',
      }),
    ).to.equal('Long Street 1, Back yard, Munich, Bavaria, 80331, Germany');
  });
  it('leaves out blank parts and contains no line break', () => {
    expect(postalAddress({ company_address: ' a\r\nb ', city: null, state: ' ', country: 'C' })).to.equal(
      'a b, C',
    );
    expect(postalAddress({})).to.equal('');
  });
});
