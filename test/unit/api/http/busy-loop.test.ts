import { expect } from 'chai';
import { watchBusy } from '../../../../api/http/call-turns.ts';
import { until } from '../../../support/until.ts';

describe('an event loop', () => {
  it('becomes busy after working for most of the last tenth of a second, and idle after working little', async () => {
    const isBusy = watchBusy(0.5);
    expect(isBusy()).to.equal(false);
    const ends = performance.now() + 150;
    while (performance.now() < ends);
    expect(isBusy()).to.equal(true);
    await until(() => !isBusy());
  });
});
