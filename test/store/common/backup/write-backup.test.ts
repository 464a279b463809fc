import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import mongoose from 'mongoose';
import {
  BadBackup,
  FORMAT,
  FORMAT_VERSION,
  frame,
  newDigest,
  readDocument,
} from '../../../../common/backup/format.ts';
import { inspectBackup, readBackup } from '../../../../common/backup/read-backup.ts';
import { restoreBackup } from '../../../../common/backup/restore.ts';
import { writeBackup } from '../../../../common/backup/write-backup.ts';
import { SCHEMA_VERSION } from '../../../../common/migrations/list.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { mongodbUrl } from '../../../support/services.ts';

const APP_SECRET = 'a secret of thirty-two characters or more';

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-write-backup-'));
  const file = join(folder, 'store.backup');
  const collection = (name: string) => mongoose.connection.db!.collection<{ _id: number }>(name);
  const save = () => writeBackup({ file, consistency: 'snapshot', appSecret: APP_SECRET });

  before(async () => connectMongo(await mongodbUrl('write-backup')));
  after(async () => {
    await disconnectMongo();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows one instant while others write', async () => {
    // Collections are written in this order and read in the opposite one, so without a snapshot the second would be newer.
    const [first, second] = [collection('z_first'), collection('a_second')];
    const writing = new AbortController();
    let written = 0;
    const write = async (): Promise<void> => {
      for (; !writing.signal.aborted; written += 1) {
        await first.insertOne({ _id: written });
        await second.insertOne({ _id: written });
      }
    };
    await collection('filler').insertMany(Array.from({ length: 5000 }, (_, _id) => ({ _id })));
    await first.insertOne({ _id: -1 });
    await second.insertOne({ _id: -1 });
    const writer = write();
    const before = written;
    const { documents } = await save();
    writing.abort();
    await writer;
    expect(written, 'what was written meanwhile').to.be.above(before);
    const { z_first: ahead = 0, a_second: behind = 0 } = documents;
    expect(ahead - behind).to.be.within(0, 1);
    expect(await inspectBackup(file)).to.have.deep.property('documents', documents);
  });

  it('allows only its owner to read it, even in place of a file that did not', async () => {
    writeFileSync(`${file}.part`, 'of a backup that was killed', { mode: 0o644 });
    chmodSync(file, 0o644);
    await save();
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(existsSync(`${file}.part`)).to.equal(false);
  });

  it('leaves the previous one unchanged when it fails', async () => {
    const before = statSync(file).size;
    const gone = await writeBackup({
      file: join(folder, 'nowhere', 'store.backup'),
      consistency: 'snapshot',
      appSecret: APP_SECRET,
    }).catch((error: NodeJS.ErrnoException) => error);
    expect(gone).to.have.property('code', 'ENOENT');
    expect(statSync(file).size).to.equal(before);
  });

  /** A complete file with any contents and a correct digest. */
  function forge(...frames: Buffer[]): string {
    const forged = join(folder, 'forged');
    const bytes = Buffer.concat(frames);
    const sha256 = newDigest().update(bytes).digest('hex');
    writeFileSync(forged, gzipSync(Buffer.concat([bytes, frame('S', { sha256 })])));
    return forged;
  }
  const HEAD = {
    format: FORMAT,
    version: FORMAT_VERSION,
    schema_version: SCHEMA_VERSION,
    taken_at: new Date(),
    consistency: 'stopped',
    secret_mark: 'x',
  };
  const refusal = (path: string) =>
    restoreBackup(path, true).then(
      () => 'restored',
      (error: Error) => error.message,
    );

  describe('that can not be restored', () => {
    let documents: number;
    const count = () => collection('filler').countDocuments({});

    before(async () => {
      documents = await count();
    });
    afterEach('the store is unchanged', async () => expect(await count()).to.equal(documents));

    it('fails when it is another file', async () => {
      const text = join(folder, 'text');
      writeFileSync(text, 'no backup at all');
      writeFileSync(`${text}.gz`, gzipSync('root:x:0:0:root:/root:/bin/bash\n'.repeat(100)));
      for (const path of [text, `${text}.gz`, forge(frame('H', { format: 'another' }))])
        expect(await refusal(path)).to.match(/not a backup of this service/);
    });

    it('fails when it is missing', async () => {
      expect(await refusal(join(folder, 'nothing'))).to.match(/ENOENT/);
    });

    it('fails when it is of a newer release', async () => {
      for (const newer of [{ version: FORMAT_VERSION + 1 }, { schema_version: SCHEMA_VERSION + 1 }])
        expect(await refusal(forge(frame('H', { ...HEAD, ...newer })))).to.match(/newer release/);
    });

    it('fails when it lacks documents', async () => {
      const short = forge(
        frame('H', HEAD),
        frame('C', { name: 'filler' }),
        frame('E', { name: 'filler', count: 2 }),
      );
      expect(await refusal(short)).to.match(/documents are missing/);
    });

    it('fails with a bit changed in any byte, found by what its bytes mean or by its digest', async () => {
      const whole = gunzipSync(
        readFileSync(
          forge(
            frame('H', HEAD),
            frame('C', { name: 'filler' }),
            frame('D', { _id: 1, text: 'ä', parts: [true, 2.5, null] }),
            frame('E', { name: 'filler', count: 1 }),
          ),
        ),
      );
      const spoilt = join(folder, 'spoilt');
      for (const at of whole.keys()) {
        const bytes = Buffer.from(whole);
        bytes[at]! ^= 1 << (at % 8);
        writeFileSync(spoilt, gzipSync(bytes, { level: 0 }));
        const found = await inspectBackup(spoilt).catch((error: Error) => error);
        expect(found, `byte ${at}`).to.be.an.instanceOf(BadBackup);
      }
    });
  });

  it('reveals nothing about its secret', async () => {
    const heads = [];
    for await (const one of readBackup(file))
      if (one.kind === 'H') heads.push(JSON.stringify(readDocument(one)));
    expect(heads).to.have.length(1);
    expect(heads.join()).not.to.include(APP_SECRET);
  });
});
