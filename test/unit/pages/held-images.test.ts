import { expect } from 'chai';
import { createHeldImages } from '../../../api/pages/held-images.ts';

describe('images that clients are reading', () => {
  const LARGE = 10 * 2 ** 20;
  let images: ReturnType<typeof createHeldImages>;

  beforeEach(() => {
    images = createHeldImages();
  });

  const read = (user_id: number, token: string, bytes = LARGE) => images.read({ user_id, token, bytes });
  /** Whether it began at once. */
  async function isBegun(reading: Promise<unknown>): Promise<boolean> {
    let begun = false;
    reading.then(
      () => {
        begun = true;
      },
      () => {},
    );
    await new Promise(setImmediate);
    return begun;
  }

  it('have room in memory, of which an account gets half', async () => {
    const ends: (() => void)[] = [];
    for (let at = 0; at < 4; at += 1) ends.push(await read(1, `one-${at}`));
    const fifth = read(1, 'one-4');
    expect(await isBegun(fifth)).to.equal(false);
    expect(await isBegun(read(2, 'two'))).to.equal(true);
    ends[0]!();
    expect(await isBegun(fifth)).to.equal(true);
  });

  it('count once for all readers, until the last has read', async () => {
    const ends: (() => void)[] = [];
    for (let at = 0; at < 20; at += 1) ends.push(await read(1, 'same'));
    for (let at = 0; at < 3; at += 1) await read(1, `other-${at}`);
    const more = read(1, 'more');
    for (const end of ends.slice(1)) end();
    expect(await isBegun(more)).to.equal(false);
    ends[0]!();
    expect(await isBegun(more)).to.equal(true);
  });

  it('count for nothing when they are small', async () => {
    for (let at = 0; at < 200; at += 1) expect(await isBegun(read(1, `small-${at}`, 2 ** 19))).to.equal(true);
  });
});
