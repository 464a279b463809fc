import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import mongoose, { type Types } from 'mongoose';
import {
  overwriteUpload,
  readUpload,
  removeUpload,
  storeChunks,
  UploadGone,
} from '../../../../common/store/uploads.ts';
import { type Api, startOwnApi } from '../../../support/api.ts';

const [OWN, OTHER] = [7, 8];
const CHUNK = 512 * 2 ** 10;

describe('a stored file', () => {
  let api: Api;
  before(async () => {
    api = await startOwnApi('common-uploads');
  });
  after(() => api.stop());

  const collection = (name: string) => mongoose.connection.db!.collection(`uploads.${name}`);
  const read = async (user: number, id: Types.ObjectId, offset = 0): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const part of readUpload(user, id, offset)) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  };
  const isGone = (promise: Promise<unknown>): Promise<boolean> =>
    promise.then(
      () => false,
      (error: unknown) => error instanceof UploadGone,
    );

  for (const bytes of [0, 1, CHUNK - 1, CHUNK, 2 * CHUNK + 5])
    it(`has its ${bytes} bytes, in chunks of 512 KiB, whatever the parts are`, async () => {
      const content = randomBytes(bytes);
      const parts = [content.subarray(0, 3), content.subarray(3, CHUNK + 9), content.subarray(CHUNK + 9)];
      const id = await storeChunks(OWN, Readable.from(parts), 'file');
      expect((await read(OWN, id)).equals(content)).to.equal(true);
      if (bytes > 10) expect((await read(OWN, id, 10)).equals(content.subarray(10))).to.equal(true);
      const chunks = await collection('chunks').find({ files_id: id }).toArray();
      expect(chunks).to.have.length(Math.ceil(bytes / CHUNK));
      expect(chunks.every(({ user_id }) => user_id === OWN)).to.equal(true);
      expect(await collection('files').findOne({ _id: id })).to.include({ user_id: OWN, length: bytes });
    });

  it('is of its account alone', async () => {
    const id = await storeChunks(OWN, Readable.from([Buffer.from('text')]), 'file');
    expect(await isGone(read(OTHER, id))).to.equal(true);
    expect(await isGone(overwriteUpload(OTHER, id, 0, Buffer.from('no')))).to.equal(true);
    await removeUpload(OTHER, id);
    expect(String(await read(OWN, id))).to.equal('text');
    await removeUpload(OWN, id);
    expect(await isGone(read(OWN, id))).to.equal(true);
    expect(await collection('chunks').countDocuments({ files_id: id })).to.equal(0);
  });

  it('leaves nothing behind when its source fails', async () => {
    const before = await collection('chunks').countDocuments();
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(CHUNK + 1);
      throw new Error('broken');
    }
    const refused = await storeChunks(OWN, failing(), 'file').catch((error: Error) => error.message);
    expect(refused).to.equal('broken');
    expect(await collection('chunks').countDocuments()).to.equal(before);
  });

  it('of version 0.1.0, which names no account, is read, changed and removed', async () => {
    const { GridFSBucket } = mongoose.mongo;
    const upload = new GridFSBucket(mongoose.connection.db!, { bucketName: 'uploads' }).openUploadStream(
      'old',
    );
    await new Promise((resolve) => upload.end(Buffer.from('old text'), () => resolve(null)));
    const { id } = upload;
    await overwriteUpload(OWN, id, 0, Buffer.from('new'));
    expect(String(await read(OWN, id))).to.equal('new text');
    await removeUpload(OWN, id);
    expect(await collection('files').countDocuments({ _id: id })).to.equal(0);
    expect(await collection('chunks').countDocuments({ files_id: id })).to.equal(0);
  });
});
