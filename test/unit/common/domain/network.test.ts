import { expect } from 'chai';
import { isLoopback, network, shownNetwork } from '../../../../common/domain/network.ts';

describe('the network that is stored about people', () => {
  for (const [address, expected] of [
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:12:3456::1', '2001:db8:12::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['fe80::1%br-1f.100', 'fe80::/48'],
    ['', null],
    ['somewhere', null],
  ] as const)
    it(`equals ${expected} for ${address || 'nothing'}`, () => {
      expect(shownNetwork(address)).to.equal(expected);
    });
});

describe('the network of an address', () => {
  for (const [address, expected] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:DB8:0:1:ffff::', '2001:db8:0:1'],
    ['2001:db8::5:6:7:192.0.2.1', '2001:db8:0:5'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['fe80::1%br-1f.100', 'fe80:0:0:0'],
    ['::', '0:0:0:0'],
  ] as const)
    it(`equals ${expected} for ${address}`, () => {
      expect(network(address)).to.equal(expected);
    });

  it('equals the text when the text is no address', () => {
    for (const text of ['', 'unknown', '1:2:3', ':::']) expect(network(text)).to.equal(text);
  });
});

describe('the test for a loopback host', () => {
  it('accepts its name and its addresses', () => {
    for (const host of [
      'localhost',
      'LocalHost',
      '127.0.0.1',
      '127.8.9.1',
      '::1',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ])
      expect(isLoopback(host), host).to.equal(true);
  });

  it('refuses other addresses, and names that only look so', () => {
    for (const host of [
      '',
      '0.0.0.0',
      '10.0.0.1',
      '::',
      '127.1',
      '2130706433',
      '127.0.0.256',
      '127.0.0.1.example',
      'localhost.example',
      '[::1',
      '[[::1]]',
    ])
      expect(isLoopback(host), host).to.equal(false);
  });
});
