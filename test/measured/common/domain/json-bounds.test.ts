import { expect } from 'chai';
import { exceededBound } from '../../../../common/domain/json-bounds.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('the check of a JSON text’s bounds', () => {
  for (const piece of ['\\"', '[', '"', 'x', '\\', '1,', 'é'])
    it(`takes 100 ms of CPU in 5 MiB of ${piece}`, async () => {
      const text = `{"a":"${piece.repeat((5 * 2 ** 20) / Buffer.byteLength(piece))}`;
      const most = { levels: 10_000_000, values: 10_000_000 };
      expect(await ownTime(() => exceededBound(text, most))).to.be.below(100);
    });
});
