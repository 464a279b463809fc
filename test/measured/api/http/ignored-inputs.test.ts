import { expect } from 'chai';
import { refuseLostExclusion } from '../../../../api/http/ignored-inputs.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('the check of ignored inputs', () => {
  it('searches 11,000 long names for exclusions in a second of CPU', async () => {
    const strays = Array.from({ length: 11_000 }, (_, number) => ({
      name: `${'n'.repeat(100)}${number}`,
      takenFrom: null,
    }));
    const names = new Set(['subject', 'exclude_specific_recipient_id']);
    expect(await ownTime(() => refuseLostExclusion(strays, names))).to.be.below(1000);
  });
});
