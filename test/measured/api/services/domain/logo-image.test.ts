import { expect } from 'chai';
import { readImage } from '../../../../../api/services/domain/logo-image.ts';
import { ENDLESS, jpegWith } from '../../../../support/images.ts';
import { ownTime } from '../../../../support/own-time.ts';

describe('the reader of a logo', () => {
  for (const segment of ENDLESS)
    it(`reads an image in one pass, although its segments claim other lengths: ${segment}`, async () => {
      const bytes = jpegWith(segment, 100_000);
      expect(await ownTime(() => expect(readImage(bytes)).to.equal(null))).to.be.below(100);
    });
});
