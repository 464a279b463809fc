import { expect } from 'chai';
import { watchBusy } from '../../../../api/http/busy-loop.ts';
import { until } from '../../../support/until.ts';

describe('an event loop', () => {
  it('is busy once it had something to do for most of the last tenth of a second, and is so no longer once it had little', async () => {
    const isBusy = watchBusy(0.5);
    expect(isBusy()).to.equal(false);
    const ends = performance.now() + 150;
    while (performance.now() < ends);
    expect(isBusy()).to.equal(true);
    await until(() => !isBusy());
  });
});
