import { expect } from 'chai';
import { mayConnect } from '../../../../common/guarded/addresses.ts';
import { isPortAllowed, refusedPartOf } from '../../../../common/guarded/urls.ts';
import { ADDRESSES, ALLOWED_URLS, REFUSED_URLS } from '../../../support/guarded-urls.ts';

const refused = (url: string) => refusedPartOf(new URL(url), { loopback: false });

describe('the URL of a guarded request', () => {
  for (const [part, urls] of Object.entries(REFUSED_URLS))
    for (const url of urls)
      it(`is refused for its ${part}: ${url}`, () => expect(refused(url)).to.equal(part));

  for (const url of ALLOWED_URLS) it(`is allowed: ${url}`, () => expect(refused(url)).to.equal(null));

  it('with an address is refused where the guard refuses the address, and nowhere else', () => {
    for (const address of ADDRESSES) {
      const url = `https://${address.includes(':') ? `[${address}]` : address}/`;
      expect(refused(url) === null, url).to.equal(mayConnect(address, { loopback: false }));
    }
  });

  it('with a port is refused where the guard refuses the port, and nowhere else', () => {
    for (let port = 1; port < 2000; port += 1)
      expect(refused(`https://shop.example:${port}/`) === null, String(port)).to.equal(isPortAllowed(port));
  });
});
