import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
});
