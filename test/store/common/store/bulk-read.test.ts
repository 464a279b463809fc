import { expect } from 'chai';
import { ContactType, newContactType } from '../../../../common/models/contact-types.ts';
import { insertAtOnce } from '../../../../common/store/bulk-insert.ts';
import { readAtOnce, readRowPage } from '../../../../common/store/bulk-read.ts';
import { type Api, startApi } from '../../../support/api.ts';
import { rows } from '../../../support/rows.ts';

const COUNT = 400;

describe('a bulk read', () => {
  let api: Api;
  before(async () => {
    api = await startApi('common-read-at-once');
    const at = new Date();
    // 24 MB in all: more than one answer of the server holds.
    const name = 'x'.repeat(60_000);
    const types = Array.from({ length: COUNT }, (_, index) =>
      newContactType({ _id: 9001 + index, user_id: 77, name }, at),
    );
    await insertAtOnce(rows(ContactType), types);
  });
  after(() => api.stop());

  const read = async (more: object = {}): Promise<number[]> =>
    (await readAtOnce(rows(ContactType), { filter: { user_id: 77 }, sort: { _id: -1 }, ...more })).map(
      ({ _id }) => _id,
    );
  const newest = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => 9000 + COUNT - index);

  it('reads what fits into one answer', async () => {
    expect(await read({ projection: { user_id: 1 } })).to.deep.equal(newest(COUNT));
    expect(await read({ limit: 3, hint: { _id: 1 } })).to.deep.equal(newest(3));
  });

  it('reads only what fits into one answer when asked, and reports that there is more', async () => {
    const whole = { filter: { user_id: 77 }, sort: { _id: 1 } as const };
    const first = await readRowPage(rows(ContactType), whole);
    expect(first.more).to.equal(true);
    expect(first.page.length).to.be.within(100, COUNT - 100);
    expect(first.page.map(({ _id }) => _id)).to.deep.equal(first.page.map((_, index) => 9001 + index));
    const { page: few, more } = await readRowPage(rows(ContactType), { ...whole, limit: 5 });
    expect([few.length, more]).to.deep.equal([5, false]);
  });

  it('reads everything when it needs several answers', async () => {
    expect(await read()).to.deep.equal(newest(COUNT));
    expect(await read({ limit: COUNT - 1 })).to.deep.equal(newest(COUNT - 1));
  });
});
