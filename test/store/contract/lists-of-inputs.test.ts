import { expect } from 'chai';
import type { ContractRow, EndpointName } from '../../../api/contract.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { BulkChange } from '../../../common/models/bulk-changes.ts';
import {
  type AccountFixture,
  addFixtures,
  belongings,
  givenTo,
  placeOf,
} from '../../support/account-fixture.ts';
import { type Api, startApi } from '../../support/api.ts';
import { ENDPOINTS, encodingsOf, type Given, inputsBy, requestOf } from '../../support/calls.ts';
import { rows } from '../../support/rows.ts';

const MOST = 10_000;
const UNKNOWN_ID = 900_000_000;

/** A segment has fewer conditions; they have their own tests. */
const namesRecords = (endpoint: EndpointName, input: string): boolean =>
  ['list', 'entries'].includes(placeOf(endpoint, input)?.as ?? '');

describe('every list of records in a request', () => {
  let api: Api;
  let fixture: AccountFixture;

  before(async () => {
    api = await startApi('contract-lists-of-inputs', { RATE_CALLS: '0' });
    fixture = await addFixtures(await api.account(), 'listed');
  });
  after(() => api.stop());

  const posted = ENDPOINTS.filter(({ method }) => method === 'POST');
  // A deletion takes records that other calls name.
  const deletes = ({ path }: ContractRow): number => Number(path.includes('delete'));
  let turns = 0;
  for (const endpoint of posted.toSorted((one, other) => deletes(one.row) - deletes(other.row))) {
    const { name, row } = endpoint;
    const inputs = inputsBy(name);
    const lists = inputs.filter((input) => namesRecords(name, input.name));
    if (lists.length === 0) continue;
    // Each encoding comes with many of them; a list in all encodings has its own tests.
    const encodings = encodingsOf(row);
    const encoding = encodings[turns % encodings.length]!;
    turns += 1;
    const ask = (given: Given) => {
      const { path, init } = requestOf(endpoint, given, encoding);
      return fixture.client.request(path, init);
    };

    it(`accepts up to 10,000 entries: POST ${row.path} as ${encoding}`, async () => {
      for (const input of lists) {
        const given = givenTo(name, inputs, fixture);
        const [own] = (given[input.name] as unknown[]).slice(-1);
        // An own record among unknown ones. Where all must be own records, the same one is repeated.
        const entries = (count: number): unknown[] =>
          Array.from({ length: count }, (_, at) =>
            input.name === 'strIds' && at !== count >> 1 ? UNKNOWN_ID + at : own,
          );
        const before = await belongings(fixture.client.user_id);
        expect((await ask({ ...given, [input.name]: entries(MOST + 1) })).body.errors).to.deep.equal({
          [input.name]: [texts.items(input.name, MOST)],
        });
        expect(await belongings(fixture.client.user_id)).to.deep.equal(before);
        // An account has at most three that have not ended.
        await rows(BulkChange).deleteMany({ user_id: fixture.client.user_id });
        const { status, body } = await ask({
          ...givenTo(name, inputs, fixture),
          [input.name]: entries(MOST),
        });
        expect(status, JSON.stringify(body)).to.equal(200);
        if (input.name === 'strIds') {
          expect((await ask({ strIds: [own] })).status).to.equal(404);
        }
      }
    });
  }
});
