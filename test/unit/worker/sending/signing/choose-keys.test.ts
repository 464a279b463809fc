import { expect } from 'chai';
import { chooseKeys, platformKeysFor } from '../../../../../worker/sending/signing/choose-keys.ts';
import type { DkimKey } from '../../../../../worker/sending/signing/keys.ts';
import { pairs } from '../../../../support/dkim.ts';

const rsa = (domain: string, selector = 'r'): DkimKey => ({
  domain,
  selector,
  algorithm: 'rsa-sha256',
  key: pairs.rsa.privateKey,
});
const ed = (domain: string): DkimKey => ({
  domain,
  selector: 'e',
  algorithm: 'ed25519-sha256',
  key: pairs.ed.privateKey,
});
const named = (keys: readonly DkimKey[]) => keys.map(({ domain, selector }) => `${selector} ${domain}`);

describe('the choice of a mail’s keys', () => {
  const service = [rsa('service.example'), ed('service.example')];
  const own = [ed('shop.example'), rsa('shop.example')];

  it('takes the own RSA key and one of the service, else both own keys', async () => {
    expect(named(await chooseKeys('shop.example', own, service))).to.deep.equal([
      'r shop.example',
      'r service.example',
    ]);
    expect(named(await chooseKeys('shop.example', own, []))).to.deep.equal([
      'r shop.example',
      'e shop.example',
    ]);
    expect(named(await chooseKeys('shop.example', [ed('shop.example')], service))).to.deep.equal([
      'e shop.example',
      'r service.example',
    ]);
  });

  it('takes those of the service when own keys are missing or of another organization', async () => {
    const both = ['r service.example', 'e service.example'];
    expect(named(await chooseKeys('other.example', own, service))).to.deep.equal(both);
    expect(named(await chooseKeys('other.example', [], service))).to.deep.equal(both);
    expect(named(await chooseKeys(null, own, service))).to.deep.equal(both);
    expect(await chooseKeys('other.example', own, [])).to.deep.equal([]);
  });

  it('takes two keys of the service at most: of the aligned domain, else of the first', async () => {
    const fifty = Array.from({ length: 50 }, (_, at) => rsa(`service-${at}.example`, `s${at}`));
    expect(named(await platformKeysFor('mail.service-7.example', fifty))).to.deep.equal([
      's7 service-7.example',
    ]);
    expect(named(await platformKeysFor('shop.example', fifty))).to.deep.equal(['s0 service-0.example']);
    const rotated = [rsa('service.example', 'new'), rsa('service.example', 'old'), ed('service.example')];
    expect(named(await platformKeysFor('shop.example', rotated))).to.deep.equal([
      'new service.example',
      'e service.example',
    ]);
    expect(await platformKeysFor('shop.example', [])).to.deep.equal([]);
  });
});
