import { once } from 'node:events';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { zipOf } from '../../../../api/http/zip.ts';

describe('an archive', () => {
  it('breaks off alone when the rows of a file can not be read', async () => {
    async function* rows(): AsyncGenerator<string> {
      yield 'first\n';
      throw new Error('the store is away');
    }
    async function* files() {
      yield { name: 'contacts.jsonl', bytes: rows() };
    }
    const archive = zipOf(files(), new Date(0));
    archive.resume();
    const [error] = await once(archive, 'error').catch((thrown: unknown) => [thrown]);
    expect(error).to.be.an.instanceOf(Error).with.property('message', 'the store is away');
    // An error that nothing listens for would be uncaught now, end a process, and fail this test.
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  });

  async function* filesOf(bytes: AsyncIterable<Buffer>) {
    yield { name: 'image.png', packed: true as const, bytes };
  }

  it('ends when its reader takes less than a megabyte between two looks', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.alloc(65_536);
    }
    const archive = zipOf(filesOf(endless()), new Date(0), 20);
    const [error] = await once(archive, 'error').catch((thrown: unknown) => [thrown]);
    expect(error).to.be.an.instanceOf(Error).with.property('message', 'its reader is too slow');
  });

  it('continues while its reader waits for a slow file', async () => {
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    async function* slow(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(65_536);
      await ended;
      yield Buffer.alloc(65_536);
    }
    const archive = zipOf(filesOf(slow()), new Date(0), 5);
    let bytes = 0;
    archive.on('data', (piece: Buffer) => (bytes += piece.length));
    await delay(100);
    end();
    await once(archive, 'end');
    expect(bytes).to.be.above(2 * 65_536);
  });
});
