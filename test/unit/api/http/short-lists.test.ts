import { Readable } from 'node:stream';
import { expect } from 'chai';
import { streamList } from '../../../../api/http/envelope.ts';
import type { Exchange } from '../../../../api/http/exchange.ts';
import { inUse } from '../../../../api/http/failures.ts';
import { createListShares, type ListShare, type ListShares } from '../../../../api/http/list-shares.ts';
import type { ListPage } from '../../../../api/http/listing.ts';

describe('a list of several pages', () => {
  const listOf = (pages: (range: object, hold: ListShare) => AsyncIterable<ListPage>, shares: ListShares) =>
    streamList(
      {
        account: { id: 1 },
        served: { shares, row: { path: '/list' } },
        made: { pages },
        range: {},
        ignored: { warnings: [] },
      } as unknown as Exchange,
      'rows',
    );
  /** Of pages with so many characters each; the second is refused. */
  function listed(characters: number, isRefused: boolean) {
    const shares = createListShares(10 ** 7);
    const page = (id: number): ListPage => ({
      items: [{ id, text: 'x'.repeat(characters) } as { id: number }],
      last: id === 3,
    });
    const pages = async function* () {
      yield page(1);
      if (isRefused) throw inUse(5, 'lists');
      yield page(2);
      yield page(3);
    };
    return listOf(pages, shares);
  }
  /** Of three short pages that take shares of so much; the account's first share is held. */
  function waiting(line: number) {
    const shares = createListShares(100);
    const held = shares.bytes.enterNow(2, 99)!;
    for (let one = 0; one < line; one += 1) shares.bytes.enter(1, 50).catch(() => {});
    const pages = async function* (_range: object, hold: ListShare) {
      for (const id of [1, 2, 3]) {
        if (id === 2) await hold.take(50);
        yield { items: [{ id }], last: id === 3 };
      }
    };
    return { held, list: listOf(pages, shares) };
  }
  const idsIn = (text: string): number[] =>
    (JSON.parse(text) as { message: { rows: { id: number }[] } }).message.rows.map(({ id }) => id);

  it('is refused as any call while its pages are short', async () => {
    const refusal = await listed(1000, true).catch((error: unknown) => error);
    expect(refusal).to.deep.include({ status: 429, code: 'busy' });
  });

  it('begins as a stream while its next page has to wait, as its text has no share of memory', async () => {
    const { held, list } = waiting(0);
    const begun = await Promise.race([list, new Promise<null>((resolve) => setTimeout(resolve, 500, null))]);
    expect(begun).to.be.instanceOf(Readable);
    held.leave();
    expect(idsIn(((await (begun as Readable).toArray()) as Buffer[]).join(''))).to.deep.equal([1, 2, 3]);
  });

  it('is refused as any call where its next page cannot even wait', async () => {
    const refusal = await waiting(100).list.catch((error: unknown) => error);
    expect(refusal).to.deep.include({ status: 429, code: 'busy' });
  });

  it('is a text while its pages are short, and else a stream', async () => {
    const short = await listed(1000, false);
    expect(short).to.be.a('string');
    expect(idsIn(short as string)).to.deep.equal([1, 2, 3]);
    const long = await listed(300_000, false);
    expect(long).to.be.instanceOf(Readable);
    expect(idsIn(((await (long as Readable).toArray()) as Buffer[]).join(''))).to.deep.equal([1, 2, 3]);
  });
});
