import { expect } from 'chai';
import { readImage } from '../../../../api/domain/logo-image.ts';
import { jpegOf, pngOf } from '../../../support/images.ts';

describe('the image of a logo', () => {
  it('is a PNG or a JPEG, whose size is read', () => {
    const [png, jpeg] = [pngOf(300, 70), jpegOf(640, 480)];
    expect(readImage(png)).to.deep.equal({ type: 'image/png', width: 300, height: 70, bytes: png });
    expect(readImage(jpeg)).to.deep.equal({ type: 'image/jpeg', width: 640, height: 480, bytes: jpeg });
  });

  it('is nothing else', () => {
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

  it('has a size, and is not cut off before it', () => {
    expect(readImage(pngOf(0, 70))).to.equal(null);
    for (const whole of [pngOf(10, 10), jpegOf(10, 10)]) {
      for (let length = 0; length < 20; length += 1) {
        expect(readImage(whole.subarray(0, length)), String(length)).to.equal(null);
      }
    }
  });

  it('is read in one pass, whatever lengths its segments claim', () => {
    const start = Buffer.from('ffd8ff', 'hex');
    for (const rest of ['ff', 'ffe00000', 'ffe00002', '00']) {
      const bytes = Buffer.concat([start, Buffer.alloc(100_000, Buffer.from(rest, 'hex'))]);
      // What it computes, in microseconds: a busy machine does not lengthen that.
      const before = process.cpuUsage();
      expect(readImage(bytes), rest).to.equal(null);
      expect(process.cpuUsage(before).user / 1000).to.be.below(100);
    }
  });
});
