import { expect } from 'chai';
import mongoose from 'mongoose';
import sharp, { type Sharp } from 'sharp';
import { Account } from '../../../common/models/accounts.ts';
import { Media } from '../../../common/models/media.ts';
import { removeStrayUploads } from '../../../worker/lifecycle/retention/stray-uploads.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { pngOf } from '../../support/images.ts';
import { rows } from '../../support/rows.ts';

const LIMIT = 500_000;
const DAY = 24 * 3600_000;
const NO_IMAGE = 'The file field must be a file of type: png, jpeg, gif, webp.';
const BLUE = { r: 20, g: 60, b: 200 };

describe('the media library', () => {
  let api: Api;
  let owner: Client;

  before(async () => {
    api = await startApi('contract-media', { RATE_CALLS: '0', LIMIT_IMAGE_BYTES: String(LIMIT) });
  });
  after(() => api.stop());
  beforeEach(async () => {
    owner = await api.account();
  });

  function formOf(
    content: Buffer | string,
    fields: Readonly<Record<string, string>> = {},
    name = 'Banner.png',
  ) {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(Buffer.from(content))], name));
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    return form;
  }
  const upload = (content: Buffer | string, fields = {}, name?: string): Promise<Answer> =>
    owner.post('/media/upload', formOf(content, fields, name));
  async function added(content: Buffer, fields = {}, name?: string) {
    const { status, body } = await upload(content, fields, name);
    expect(status, JSON.stringify(body)).to.equal(200);
    return (await owner.get(`/media/details?id=${body.id}`)).body.message.media;
  }
  const listed = async () => {
    const { status, body } = await owner.get('/media');
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.message.media;
  };
  const shown = (url: string, init: RequestInit = {}) =>
    fetch(url.replace(api.config.publicUrl, api.url), init);
  const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await shown(url)).arrayBuffer());
  const files = () => mongoose.connection.db!.collection('uploads.files').countDocuments({});
  const plain = (width: number, height: number, alpha = 1): Sharp =>
    sharp({ create: { width, height, channels: 4, background: { ...BLUE, alpha } } });
  /** An animation whose frames differ. */
  function moving(width: number, height: number, frames: number): Sharp {
    const raw = Buffer.alloc(width * height * frames * 3);
    for (let frame = 0; frame < frames; frame += 1)
      raw.fill((frame * 40) % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
    return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
  }

  it('answers an absolute, public and permanent address of the image', async () => {
    const media = await added(pngOf(60, 40));
    expect(media).to.deep.include({ name: 'Banner', type: 'image/png', width: 60, height: 40, frames: 1 });
    expect(media.url).to.match(/^http:\/\/[^/]+\/media\/[\w-]{22}\.png$/);
    const answer = await shown(media.url);
    expect(answer.status).to.equal(200);
    expect(Object.fromEntries(answer.headers)).to.include({
      'content-type': 'image/png',
      'content-length': String(media.bytes),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(answer.headers.get('set-cookie')).to.equal(null);
    const etag = answer.headers.get('etag')!;
    expect(
      (await shown(media.url, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } })).status,
    ).to.equal(304);
    const head = await shown(media.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(media.bytes)]);
    for (const other of [media.url.replace(/png$/, 'gif'), media.url.slice(0, -4), `${media.url}x`])
      expect((await shown(other)).status, other).to.equal(404);
    for (const path of ['/media/', '/media/AAAAAAAAAAAAAAAAAAAAAA.png', '/media/%00.png', '/media/..%2f.png'])
      expect((await api.request(path)).status, path).to.equal(404);
    const list = await listed();
    expect(list).to.deep.equal([media]);
  });

  it('tells the kind by the content, not by the name', async () => {
    const jpeg = await plain(30, 20).jpeg().toBuffer();
    expect(await added(jpeg, {}, 'x.gif')).to.deep.include({
      name: 'x',
      type: 'image/jpeg',
      width: 30,
      height: 20,
    });
    const gif = await plain(30, 20).gif().toBuffer();
    expect(await added(gif, { name: ' Sale ' })).to.deep.include({
      name: 'Sale',
      type: 'image/gif',
      frames: 1,
    });
  });

  it('converts a WebP to a format that all mail clients show', async () => {
    const opaque = await plain(30, 20).removeAlpha().webp().toBuffer();
    expect(await added(opaque)).to.include({ type: 'image/jpeg' });
    const clear = await added(await plain(30, 20, 0.5).webp().toBuffer());
    expect(clear).to.include({ type: 'image/png' });
    expect(await sharp(await bytesOf(clear.url)).metadata()).to.include({ format: 'png', hasAlpha: true });
    const animation = await added(await moving(30, 20, 4).webp().toBuffer());
    expect(animation).to.include({ type: 'image/gif', width: 30, height: 20, frames: 4 });
  });

  it('keeps an animation moving', async () => {
    const media = await added(
      await moving(40, 30, 5)
        .gif({ delay: [100, 200, 100, 100, 300], loop: 3 })
        .toBuffer(),
    );
    expect(media).to.include({ type: 'image/gif', width: 40, height: 30, frames: 5 });
    const { pages, delay, loop } = await sharp(await bytesOf(media.url), { animated: true }).metadata();
    expect({ pages, delay, loop }).to.deep.equal({ pages: 5, delay: [100, 200, 100, 100, 300], loop: 3 });
  });

  it('removes the metadata of an image, and turns a photo upright', async () => {
    const photo = await plain(60, 40)
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).to.be.instanceOf(Buffer);
    const media = await added(photo);
    expect(media).to.include({ width: 40, height: 60 });
    const { exif, icc, xmp, iptc, orientation } = await sharp(await bytesOf(media.url)).metadata();
    expect([exif, icc, xmp, iptc, orientation]).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const twofold = Buffer.concat([pngOf(8, 8, 500), Buffer.from('<script>alert(1)</script>PK')]);
    const rest = (await bytesOf((await added(twofold)).url)).toString('latin1');
    expect(rest).to.not.include('script').and.to.not.include('teXt');
  });

  it('makes a large picture smaller', async () => {
    const media = await added(await plain(4000, 1000).png().toBuffer());
    expect(media).to.include({ width: 2000, height: 500 });
  });

  describe('with an unacceptable file', () => {
    const TOO_MANY = 'The file field must be an image of at most 50 million pixels.';
    const ANIMATION =
      'The file field must be an animation of at most 300 frames and 12 million pixels in all frames together.';
    const refused: Readonly<Record<string, [make: () => Promise<Buffer> | Buffer | string, error: string]>> =
      {
        SVG: [() => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', NO_IMAGE],
        'SVG behind an XML declaration': [() => '<?xml version="1.0"?><svg/>', NO_IMAGE],
        HTML: [() => '<html><img src=x onerror=alert(1)>', NO_IMAGE],
        'an empty file': [() => '', NO_IMAGE],
        TIFF: [() => plain(9, 9).tiff().toBuffer(), NO_IMAGE],
        'the name of a PNG alone': [() => Buffer.from('89504e470d0a1a0a', 'hex'), NO_IMAGE],
        'HTML that begins as a GIF': [() => 'GIF89a<script>alert(1)</script>', NO_IMAGE],
        'a WebP that is none': [() => 'RIFF\0\0\0\0WEBPnothing of it', NO_IMAGE],
        'a cut JPEG': [async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 900), NO_IMAGE],
        'a PNG whose pixels are cut': [() => pngOf(300, 300).subarray(0, 100), NO_IMAGE],
        'a PNG of 81 million pixels': [() => pngOf(9000, 9000), TOO_MANY],
        'an animation of too many pixels': [() => moving(400, 400, 80).gif().toBuffer(), ANIMATION],
        'an animation of too many frames': [() => moving(4, 4, 301).gif().toBuffer(), ANIMATION],
      };
    for (const [name, [make, error]] of Object.entries(refused)) {
      it(`refuses ${name}, and stores nothing`, async () => {
        const before = await files();
        const { status, body } = await upload(await make());
        expect([status, body.errors]).to.deep.equal([422, { file: [error] }]);
        expect([await files(), await listed()]).to.deep.equal([before, []]);
      });
    }

    it('refuses a PNG that claims 2 billion pixels, without reading them', async () => {
      const png = pngOf(4, 4);
      png.writeUInt32BE(50_000, 16);
      png.writeUInt32BE(50_000, 20);
      expect((await upload(png)).status).to.equal(422);
    }).timeout(20_000);

    it('refuses more bytes than the limit', async () => {
      expect((await upload(Buffer.alloc(LIMIT + 11 * 2 ** 20))).status).to.equal(413);
      expect((await upload(Buffer.concat([pngOf(9, 9), Buffer.alloc(LIMIT)]))).status).to.equal(413);
    });

    it('refuses a text in place of a file, and wrong names', async () => {
      const { status, body } = await owner.post('/media/upload', { file: 'banner.png' });
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['file']]);
      for (const fields of [{ 'name[]': 'x' }, { name: 'x'.repeat(101) }, { 'name[a]': 'x' }]) {
        const answer = await upload(pngOf(4, 4), fields);
        expect([answer.status, Object.keys(answer.body.errors)]).to.deep.equal([422, ['name']]);
      }
      expect(await listed()).to.deep.equal([]);
    });
  });

  it('keeps addresses out of names', async () => {
    expect((await added(pngOf(4, 4), {}, 'ada@example.com.png')).name).to.equal('ada at example.com');
    const { id } = await added(pngOf(4, 4), {}, '.png');
    expect((await owner.get(`/media/details?id=${id}`)).body.message.media.name).to.equal('Image');
    await owner.post(`/media/update?id=${id}`, { name: 'ada@example.com' });
    expect((await owner.get(`/media/details?id=${id}`)).body.message.media.name).to.equal(
      'ada at example.com',
    );
  });

  it('deletes an image: its address answers 404 at once, and the sweep removes the file', async () => {
    const media = await added(pngOf(4, 4));
    const kept = await added(pngOf(5, 5));
    expect((await shown(media.url)).status).to.equal(200);
    const other = await api.account();
    for (const path of [`/media/details?id=${media.id}`])
      expect((await other.get(path)).status).to.equal(404);
    expect((await other.delete(`/media/delete?id=${media.id}`)).status).to.equal(404);
    expect((await other.post(`/media/update?id=${media.id}`, { name: 'x' })).status).to.equal(404);
    expect((await owner.delete(`/media/delete?id=${media.id}`)).status).to.equal(200);
    expect((await owner.delete(`/media/delete?id=${media.id}`)).status).to.equal(404);
    expect((await shown(media.url)).status).to.equal(404);
    const before = await files();
    await removeStrayUploads(new Date());
    expect(await files()).to.equal(before);
    await removeStrayUploads(new Date(Date.now() + DAY));
    expect((await shown(kept.url)).status).to.equal(200);
    expect(await files()).to.equal(await rows(Media).countDocuments({}));
  });

  it('counts its bytes in the quota, and refuses what exceeds it', async () => {
    const used = async () =>
      (await owner.get('/quotas')).body.message.quotas.find(
        (one: { name: string }) => one.name === 'stored_bytes',
      ).used;
    const media = await added(pngOf(40, 40));
    expect(await used()).to.equal(media.bytes);
    await Account.updateOne({ _id: owner.user_id }, { $set: { 'quotas.stored_bytes': media.bytes + 1 } });
    const full = await api.another();
    try {
      const before = await files();
      const answer = await fetch(`${full.url}/api/media/upload`, {
        method: 'POST',
        headers: { PublicKey: owner.public_key, SecretKey: owner.secret_key },
        body: formOf(pngOf(40, 40)),
      });
      expect(answer.status).to.equal(409);
      expect(await files()).to.equal(before);
    } finally {
      await full.stop();
    }
    await owner.delete(`/media/delete?id=${media.id}`);
    expect(await used()).to.equal(0);
  });

  it('adds one image for several calls with one key', async () => {
    const send = () =>
      owner.request('/media/upload', {
        method: 'POST',
        headers: { 'Idempotency-Key': 'banner' },
        body: formOf(pngOf(7, 7)),
      });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.body]).to.deep.equal([200, first.body]);
    expect(await listed()).to.have.lengthOf(1);
  });
});
