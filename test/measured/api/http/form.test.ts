import { expect } from 'chai';
import { bodyBytes } from '../../../../api/http/body-limits.ts';
import { readForm } from '../../../../api/http/form.ts';
import { LIMITS } from '../../../support/documented.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('the reader of urlencoded forms', () => {
  const most = bodyBytes({ body: 'design' }, LIMITS);
  for (const piece of ['+', '%', '%zz', '%C3%A9', '%ff', 'a', '\ufffd', '=', 'é'])
    it(`reads ${most} bytes of ${piece} in 100 ms of CPU`, async () => {
      const bytes = Buffer.from(`name=${piece.repeat((most - 5) / Buffer.byteLength(piece))}`);
      expect(await ownTime(() => readForm(bytes, 12_000))).to.be.below(100);
    });
});
