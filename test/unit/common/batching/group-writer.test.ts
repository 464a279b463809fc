import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { type GroupBounds, GroupWriter } from '../../../../common/batching/group-writer.ts';
import { until } from '../../../support/until.ts';

const NEVER = 60_000;
const writers: GroupWriter<string, number>[] = [];

/** A writer whose writes end when the test ends them. */
function writerWith(bounds: Partial<GroupBounds>) {
  const written: string[] = [];
  const failures: unknown[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const writer = new GroupWriter<string, number>(
    { most: 3, ms: NEVER, ...bounds },
    (items, again) => {
      written.push(`${items.join('')}${again ? ' again' : ''}`);
      return new Promise((resolve, reject) =>
        ends.push((error) => (error ? reject(error) : resolve(items.length))),
      );
    },
    (error) => failures.push(error),
  );
  writers.push(writer);
  return {
    writer,
    written,
    failures,
    add: (items: string) => [...items].map((item) => writer.add(item)),
    /** Ends the oldest write that is under way. */
    async end(error?: Error) {
      ends.shift()!(error);
      await nextTurn();
    },
  };
}

describe('a writer of groups', () => {
  // Their timers would keep the process alive.
  afterEach(() => {
    for (const writer of writers.splice(0)) void writer.close();
  });

  for (const [what, bounds, items, ends, groups] of [
    ['writes a group that is full while another is written', {}, 'abcdefg', 0, ['abc', 'def']],
    [
      'writes one group at a time, and the next with all that came meanwhile',
      { atOnce: 4 },
      'abcdefg',
      1,
      ['abc', 'defg'],
    ],
    ['writes no group that is larger than its bound', { atOnce: 4 }, 'abcdefghi', 2, ['abc', 'defg']],
    ['writes the next full group of many', { atOnce: 4 }, 'abcdefghijkl', 2, ['abc', 'defg', 'hijk']],
    ['waits for more items while the last write has ended', { atOnce: 4 }, 'abcde', 1, ['abc']],
  ] as const)
    it(what, async () => {
      const { add, end, written } = writerWith(bounds);
      add(items);
      for (let at = 0; at < ends; at += 1) await end();
      expect(written).to.deep.equal(groups);
    });

  it('writes a group some milliseconds after its first item', async () => {
    const { add, written } = writerWith({ ms: 5 });
    add('ab');
    await until(() => written.length > 0);
    expect(written).to.deep.equal(['ab']);
  });

  it('writes an open group sooner where it is hastened, and only that one', async () => {
    const { add, written, writer } = writerWith({});
    writer.hasten(1);
    add('abca');
    writer.hasten(1);
    await until(() => written.length > 1);
    expect(written).to.deep.equal(['abc', 'a']);
  });

  it('answers each caller by the write of its group', async () => {
    const { add, end } = writerWith({});
    const groups = add('abcdef');
    expect([groups[0] === groups[2], groups[2] === groups[3]]).to.deep.equal([true, false]);
    const refusal = groups[0]!.written.catch((error: Error) => error.message);
    await end(new Error('refused'));
    await end();
    expect([await refusal, await groups[5]!.written]).to.deep.equal(['refused', 3]);
  });

  it('continues with the next group after a failure, which only its callers get', async () => {
    const { add, end, written } = writerWith({ most: 1, atOnce: 4 });
    const [first, second] = add('abc');
    const refusal = first!.written.catch((error: Error) => error.message);
    await end(new Error('refused'));
    await end();
    expect([await refusal, await second!.written, written]).to.deep.equal(['refused', 2, ['a', 'bc']]);
  });

  it('writes a group again that failed, before what came later', async () => {
    const { add, end, written, failures } = writerWith({ atOnce: 4, retryMs: 5 });
    const [first] = add('abcde');
    await end(new Error('away'));
    add('fg');
    expect(written).to.deep.equal(['abc']);
    await until(() => written.length === 2);
    await end();
    expect([await first!.written, written, failures.length]).to.deep.equal([
      3,
      ['abc', 'abc again', 'defg'],
      1,
    ]);
  });

  it('writes all that waits when it is flushed, until a write fails', async () => {
    const { add, end, written, writer } = writerWith({ atOnce: 2, retryMs: NEVER });
    add('abc');
    const failed = writer.flush();
    // The write under way began before the flush.
    await end(new Error('away'));
    await end(new Error('away'));
    expect(await failed).to.be.an('error');
    expect(writer.waiting).to.equal(3);
    const flushed = writer.flush();
    add('d');
    await nextTurn();
    await end();
    await end();
    expect(await flushed).to.equal(undefined);
    expect([written, writer.waiting]).to.deep.equal([['ab', 'ab again', 'ab again', 'cd'], 0]);
  });

  it('writes what its writes add when it is closed, and keeps a group that fails', async () => {
    const { add, end, written, writer } = writerWith({ atOnce: 2, retryMs: 1 });
    add('a');
    const closed = writer.close();
    await nextTurn();
    add('b');
    await end();
    await end(new Error('away'));
    await closed;
    expect([written, writer.waiting]).to.deep.equal([['a', 'b'], 1]);
  });
});
