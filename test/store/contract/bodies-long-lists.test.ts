import { expect } from 'chai';
import { Suppression } from '../../../common/models/suppressions.ts';
import { DELETED } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { ENCODINGS } from '../../support/encodings.ts';
import { withoutHints } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';
import { storeOptOuts } from '../../support/suppressions.ts';

const refused = (key: string, text: string) => ({
  status: 422,
  body: { status: 'failed', errors: { [key]: [text] } },
});

describe('a list of ids in a body', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-bodies-long-lists');
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(() => api.stop());

  const remove = (body: FormData | URLSearchParams | Record<string, unknown>) =>
    client.post('/global-unsubscribes/bulk-delete', body);
  /** Stores `count` entries and one more, which must stay; returns the ids of the others. */
  const store = async (count: number): Promise<number[]> =>
    (await storeOptOuts(client.user_id, count + 1)).slice(0, count);
  const left = () => rows(Suppression).countDocuments({ user_id: client.user_id });
  const indexed = (ids: readonly number[]) =>
    ids.map((id, index) => [`strIds[${index}]`, String(id)] as const);

  for (const [encoding, encode] of Object.entries(ENCODINGS)) {
    for (const count of [1, 20, 21, 1000, 1001, 10_000]) {
      it(`deletes ${count} entries by id as ${encoding}`, async () => {
        expect(await remove(encode(indexed(await store(count))))).to.deep.include(DELETED);
        expect(await left()).to.equal(1);
      });
    }

    it(`deletes nothing with 10,001 ids as ${encoding}`, async () => {
      const ids = await store(10_001);
      const text = 'The strIds field must not have more than 10000 items.';
      expect(await remove(encode(indexed(ids)))).to.deep.include(refused('strIds', text));
      expect(await left()).to.equal(10_002);
    });

    it(`deletes nothing with far too many ids as ${encoding}`, async () => {
      const answer = await remove(encode(indexed(Array.from({ length: 20_000 }, (_, index) => index))));
      expect(answer.status).to.be.oneOf([413, 422]);
      expect(answer.body.status).to.equal('failed');
    });

    it(`deletes nothing with an object for ids as ${encoding}`, async () => {
      const ids = await store(1);
      const answer = await remove(
        encode([
          ['strIds[0]', String(ids[0])],
          ['strIds[$ne]', '1'],
        ]),
      );
      expect(withoutHints(answer)).to.deep.include(refused('strIds', 'The strIds field format is invalid.'));
      const deep = await remove(encode([['strIds[0][id]', String(ids[0])]]));
      expect(withoutHints(deep)).to.deep.include(refused('strIds', 'The strIds field format is invalid.'));
      expect(await left()).to.equal(2);
    });
  }

  const spellings: Record<string, (a: string, b: string) => [string, string][]> = {
    'in any order': (a, b) => [
      ['strIds[7]', a],
      ['strIds[2]', b],
    ],
    'with empty brackets': (a, b) => [
      ['strIds[]', a],
      ['strIds[]', b],
    ],
    'as a repeated key': (a, b) => [
      ['strIds', a],
      ['strIds', b],
    ],
    'twice with one index': (a, b) => [
      ['strIds[0]', a],
      ['strIds[0]', b],
    ],
    'in a mixture': (a, b) => [
      ['strIds', a],
      ['strIds[3]', b],
    ],
    'with a huge index': (a, b) => [
      ['strIds[999999999]', a],
      ['strIds[0]', b],
    ],
  };
  for (const [spelling, pairs] of Object.entries(spellings)) {
    for (const encoding of ['multipart', 'urlencoded'] as const) {
      it(`deletes each entry when its id is written ${spelling}, as ${encoding}`, async () => {
        const [a, b] = (await store(2)).map(String);
        expect(await remove(ENCODINGS[encoding]!(pairs(a!, b!)))).to.deep.include(DELETED);
        expect(await left()).to.equal(1);
      });
    }
  }

  it('deletes the numbers and texts of a JSON array, and ignores texts that are not ids', async () => {
    const [a, b] = await store(2);
    expect(await remove({ strIds: [a, String(b), 'x', '', null, -1, 1.5, true] })).to.deep.include(DELETED);
    expect(await left()).to.equal(1);
    expect(withoutHints(await remove({ strIds: [[a]] }))).to.deep.include(
      refused('strIds', 'The strIds field format is invalid.'),
    );
  });

  for (const [what, body] of Object.entries({
    nothing: {},
    'an empty list': { strIds: [] },
    blanks: { strIds: ['', ' '] },
  })) {
    it(`counts as missing with ${what}`, async () => {
      expect(await remove(body)).to.deep.include(refused('strIds', 'The strIds field is required.'));
    });
  }
});
