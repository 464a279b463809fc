import { expect } from 'chai';
import { networksOf, spanOf } from '../../../../common/domain/networks.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('a set of as many networks as Apple has', () => {
  it('finds 10,000 addresses in 500 ms of CPU', async () => {
    const networks = networksOf(
      Array.from(
        { length: 300_000 },
        (_, at) => spanOf(`172.${224 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}/32`)!,
      ),
    );
    const search = () => {
      for (let at = 0; at < 10_000; at += 1) networks.has('172.224.5.5');
    };
    expect(networks.has('172.224.5.5')).to.equal(true);
    expect(await ownTime(search)).to.be.below(500);
  });
});
