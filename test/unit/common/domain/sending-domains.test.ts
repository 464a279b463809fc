import { expect } from 'chai';
import { parseSendingDomain } from '../../../../api/services/domain/sending-domain-input.ts';
import { organizationOf } from '../../../../common/domain/organizations.ts';
import { closestDomain, domainOfAddress } from '../../../../common/domain/sending-domains.ts';

describe('a sending domain', () => {
  it('belongs to the organization that registered it', () => {
    for (const [domain, organization] of [
      ['shop.example', 'shop.example'],
      ['a.b.shop.example', 'shop.example'],
      ['shop.co.uk', 'shop.co.uk'],
      ['me.github.io', 'me.github.io'],
      ['x.me.github.io', 'me.github.io'],
      ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
      ['co.uk', null],
      ['github.io', null],
      ['com', null],
    ] as const)
      expect(organizationOf(domain), domain).to.equal(organization);
  });

  it('consists of A-labels in lower case', () => {
    expect(parseSendingDomain('NEWS.Bücher.example.')).to.equal('news.xn--bcher-kva.example');
    expect(domainOfAddress('ada@BÜCHER.example')).to.equal('xn--bcher-kva.example');
    for (const text of ['', '.', 'example', 'co.uk', '1.2.3.4', `${'a.'.repeat(130)}example`, 'a b.example'])
      expect(parseSendingDomain(text), text).to.equal(null);
  });

  it('aligns with the same domain first, then the closest parent, then any of the organization', async () => {
    const closest = (from: string, ...domains: string[]) => closestDomain(from, domains);
    expect(await closest('a.shop.example', 'shop.example', 'a.shop.example')).to.equal('a.shop.example');
    expect(await closest('b.a.shop.example', 'shop.example', 'a.shop.example', 'c.shop.example')).to.equal(
      'a.shop.example',
    );
    expect(await closest('shop.example', 'a.shop.example')).to.equal('a.shop.example');
    expect(await closest('shop.example', 'myshop.example', 'other.example')).to.equal(null);
    expect(await closest('a.co.uk', 'b.co.uk')).to.equal(null);
    expect(await closest('a.github.io', 'b.github.io')).to.equal(null);
    expect(await closest('shop.example')).to.equal(null);
  });
});
