import { expect } from 'chai';
import { reasonOfFailure } from '../../../../../worker/runtime/failures/reason.ts';
import { ownTime } from '../../../../support/own-time.ts';

describe('reasonOf', () => {
  for (const sign of ['a', '@', "'", '{', '/'])
    it(`reads a million times ${sign} in 100 ms of CPU`, async () => {
      const error = new Error(sign.repeat(1e6 + 1));
      expect(await ownTime(() => expect(reasonOfFailure(error).length).to.be.at.most(160))).to.be.below(100);
    });
});
