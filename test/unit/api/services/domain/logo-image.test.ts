import { expect } from 'chai';
import { readImage } from '../../../../../api/services/domain/logo-image.ts';
import { ENDLESS, jpegOf, jpegWith, pngOf } from '../../../../support/images.ts';

describe('the image of a logo', () => {
  it('reads the size of a PNG or a JPEG', () => {
    const [png, jpeg] = [pngOf(300, 70), jpegOf(640, 480)];
    expect(readImage(png)).to.deep.equal({ type: 'image/png', width: 300, height: 70, bytes: png });
    expect(readImage(jpeg)).to.deep.equal({ type: 'image/jpeg', width: 640, height: 480, bytes: jpeg });
  });

  it('refuses every other kind of file', () => {
    for (const other of [
      '',
      'GIF89a',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<html>',
      'x'.repeat(9999),
    ]) {
      expect(readImage(Buffer.from(other)), other.slice(0, 20)).to.equal(null);
    }
  });

  it('refuses a side of zero pixels, and a file that is cut off before its size', () => {
    expect(readImage(pngOf(0, 70))).to.equal(null);
    for (const whole of [pngOf(10, 10), jpegOf(10, 10)]) {
      for (let length = 0; length < 20; length += 1) {
        expect(readImage(whole.subarray(0, length)), String(length)).to.equal(null);
      }
    }
  });

  it('refuses a JPEG whose segments have lengths that lead nowhere', () => {
    for (const rest of ENDLESS) expect(readImage(jpegWith(rest, 1000)), rest).to.equal(null);
  });
});
