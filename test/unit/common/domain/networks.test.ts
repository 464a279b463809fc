import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigurationError } from '../../../../common/config/configuration-error.ts';
import { readPrefetchNetworks } from '../../../../common/config/prefetch-networks.ts';
import { networksOf, PRIVATE, spanOf } from '../../../../common/domain/networks.ts';

describe('a set of networks', () => {
  const setOf = (...networks: string[]) => networksOf(networks.map((network) => spanOf(network)!));

  it('contains the first and last address of each network, and no address next to it', () => {
    const all = setOf(
      '192.0.2.64/26',
      '198.51.100.7',
      '2001:db8:1::/48',
      '203.0.113.0/25',
      '203.0.113.128/25',
    );
    const inside = [
      '192.0.2.64',
      '192.0.2.127',
      '::ffff:192.0.2.64',
      '198.51.100.7',
      '2001:db8:1::',
      '2001:DB8:1:ffff:ffff:ffff:ffff:ffff',
      '203.0.113.127',
      '203.0.113.128',
      '203.0.113.255',
    ];
    const outside = [
      '192.0.2.63',
      '192.0.2.128',
      '198.51.100.6',
      '198.51.100.8',
      '2001:db8:2::',
      '2001:db8::',
      '203.0.114.0',
      '',
      'x',
    ];
    for (const address of inside) expect(all.has(address), address).to.equal(true);
    for (const address of outside) expect(all.has(address), address).to.equal(false);
  });

  it('refuses texts that are no networks', () => {
    for (const text of [
      '',
      'x',
      '1.2.3',
      '1.2.3.4/33',
      '1.2.3.4/-1',
      '1.2.3.4/8/8',
      '::/129',
      '::/x',
      '1.2.3.4/ 8',
    ])
      expect(spanOf(text), text).to.equal(null);
  });

  it('counts loopback, link-local and site addresses as private', () => {
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.1.2.3',
      '192.168.1.1',
      'fe80::1%eth0',
      'fd00::1',
    ])
      expect(PRIVATE.has(address), address).to.equal(true);
    for (const address of ['8.8.8.8', '2001:db8::1', '172.32.0.1'])
      expect(PRIVATE.has(address), address).to.equal(false);
  });

  it('reads networks from a file, also in the form of Apple’s list', () => {
    const networks = readPrefetchNetworks(
      fileOf(
        '# a list\n172.224.226.0/31,GB,GB-EN,London,\n\r\n2a02:26f7:c9c4:654c::/64,DE,,,\r\n198.51.100.1\n',
      ),
    );
    for (const address of ['172.224.226.1', '2a02:26f7:c9c4:654c::9', '198.51.100.1'])
      expect(networks.has(address), address).to.equal(true);
    for (const address of ['172.224.226.2', '17.0.0.1', '198.51.100.2'])
      expect(networks.has(address), address).to.equal(false);
  });

  it('names the wrong lines of a file in an error, or the missing file', () => {
    const problemsOf = (path: string) => {
      try {
        readPrefetchNetworks(path);
        return '';
      } catch (error) {
        expect(error).to.be.an.instanceOf(ConfigurationError);
        return (error as ConfigurationError).message;
      }
    };
    const wrong = problemsOf(fileOf('192.0.2.0/24\n192.0.2.0/240\nnothing\n'));
    expect(wrong).to.include('line 2').and.include('line 3').and.not.include('192.0.2.0/240');
    expect(problemsOf(join(tmpdir(), 'no-such-file'))).to.include('PREFETCH_NETWORKS_FILE');
  });
});

const fileOf = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'networks-')), 'list.csv');
  writeFileSync(path, text);
  return path;
};
