import { expect } from 'chai';
import type { EndpointName } from '../../api/contract.ts';
import { texts } from '../../api/http/failures.ts';
import { type Api, startApi } from '../support/api.ts';
import { ENDPOINTS, type Encoding, encodingsOf, type Given, inputsBy, requestOf } from '../support/calls.ts';
import { belongings, type Estate, givenTo, layEstate, placeOf } from '../support/estate.ts';

const MOST = 10_000;
const NOBODY = 900_000_000;

/** A segment's conditions are fewer, and have tests of their own. */
const namesRecords = (endpoint: EndpointName, input: string): boolean =>
  ['list', 'entries'].includes(placeOf(endpoint, input)?.as ?? '');

describe('every list of records that a request can hold', function () {
  this.timeout(60_000);
  let api: Api;
  const estates = new Map<Encoding, Estate>();

  before(async () => {
    api = await startApi('contract-lists-of-inputs', { RATE_CALLS: '0' });
    for (const encoding of ['JSON', 'urlencoded', 'multipart'] as const) {
      estates.set(encoding, await layEstate(await api.account(), encoding));
    }
  });
  after(() => api.stop());

  for (const endpoint of ENDPOINTS.filter(({ method }) => method === 'POST')) {
    const { name, row } = endpoint;
    const inputs = inputsBy(name);
    const lists = inputs.filter((input) => namesRecords(name, input.name));
    if (lists.length === 0) continue;
    for (const encoding of encodingsOf(row)) {
      const ask = (given: Given) => {
        const { path, init } = requestOf(endpoint, given, encoding);
        return estates.get(encoding)!.client.request(path, init);
      };

      it(`has up to 10,000 entries: POST ${row.path} as ${encoding}`, async () => {
        const estate = estates.get(encoding)!;
        for (const input of lists) {
          const given = givenTo(name, inputs, estate);
          const [own] = (given[input.name] as unknown[]).slice(-1);
          // Somebody's among those of nobody; where all must be somebody's, again and again the same.
          const entries = (count: number): unknown[] =>
            Array.from({ length: count }, (_, at) =>
              input.name === 'strIds' && at !== count >> 1 ? NOBODY + at : own,
            );
          const before = await belongings(estate.client.user_id);
          expect((await ask({ ...given, [input.name]: entries(MOST + 1) })).body.errors).to.deep.equal({
            [input.name]: [texts.items(input.name, MOST)],
          });
          expect(await belongings(estate.client.user_id)).to.deep.equal(before);
          for (const count of [20, 21, 1000, 1001, MOST]) {
            const last = input.name !== 'strIds' || count === MOST;
            const list = entries(count).map((one, at) => (last ? one : NOBODY + at));
            const { status, body } = await ask({ ...givenTo(name, inputs, estate), [input.name]: list });
            expect(status, `${count}: ${JSON.stringify(body)}`).to.equal(last ? 200 : 404);
          }
          if (input.name === 'strIds') {
            expect((await ask({ strIds: [own] })).status).to.equal(404);
          }
        }
      });
    }
  }
});
