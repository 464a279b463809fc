import { expect } from 'chai';
import { insertAtOnce } from '../../common/insert-at-once.ts';
import { ContactType, type ContactTypeDocument } from '../../common/models/contact-types.ts';
import { readAtOnce, readBatch } from '../../common/read-at-once.ts';
import { type Api, startApi } from '../support/api.ts';

const COUNT = 400;

describe('reading at once', () => {
  let api: Api;
  before(async () => {
    api = await startApi('common-read-at-once');
    const at = new Date();
    const types = Array.from(
      { length: COUNT },
      (_, index) =>
        ({
          _id: 9001 + index,
          user_id: 77,
          // 24 MB in all: more than one answer of the server holds.
          name: 'x'.repeat(60_000),
          deleted_at: null,
          created_at: at,
          updated_at: at,
        }) as ContactTypeDocument,
    );
    await insertAtOnce(ContactType, types);
  });
  after(() => api.stop());

  const read = async (more: object = {}): Promise<number[]> =>
    (await readAtOnce(ContactType, { filter: { user_id: 77 }, sort: { _id: -1 }, ...more })).map(
      ({ _id }) => _id,
    );
  const newest = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => 9000 + COUNT - index);

  it('reads what fits one answer', async () => {
    expect(await read({ projection: { user_id: 1 } })).to.deep.equal(newest(COUNT));
    expect(await read({ limit: 3, hint: { _id: 1 } })).to.deep.equal(newest(3));
  });

  it('reads no more than fits one answer where asked, and says that there is more', async () => {
    const whole = { filter: { user_id: 77 }, sort: { _id: 1 } as const };
    const first = await readBatch(ContactType, whole);
    expect(first.more).to.equal(true);
    expect(first.rows.length).to.be.within(100, COUNT - 100);
    expect(first.rows.map(({ _id }) => _id)).to.deep.equal(first.rows.map((_, index) => 9001 + index));
    const { rows: few, more } = await readBatch(ContactType, { ...whole, limit: 5 });
    expect([few.length, more]).to.deep.equal([5, false]);
  });

  it('reads all of what does not', async () => {
    expect(await read()).to.deep.equal(newest(COUNT));
    expect(await read({ limit: COUNT - 1 })).to.deep.equal(newest(COUNT - 1));
  });
});
