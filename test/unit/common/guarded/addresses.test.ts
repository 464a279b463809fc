import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { mayConnect } from '../../../../common/guarded/addresses.ts';

const may = (address: string): boolean => mayConnect(address, { loopback: false });

describe('the guard of addresses', () => {
  for (const address of ['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])
    it(`admits ${address}`, () => expect(may(address)).to.equal(true));

  for (const address of [
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'example.com',
    '',
  ])
    it(`refuses ${address || 'an empty text'}`, () => expect(may(address)).to.equal(false));

  it('refuses the addresses of this machine', () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address } of own) expect(may(address), address).to.equal(false);
  });

  it('admits loopback addresses in development, and no other special addresses', () => {
    const inside = (address: string): boolean => mayConnect(address, { loopback: true });
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(inside)).to.deep.equal([true, true, true]);
    expect(['10.0.0.1', '169.254.169.254', '0.0.0.0', '::'].map(inside)).to.deep.equal([
      false,
      false,
      false,
      false,
    ]);
  });
});
