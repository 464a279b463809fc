import { expect } from 'chai';
import * as fc from 'fast-check';
import type { ContractRow } from '../../../api/contract.ts';
import { type AccountFixture, addFixtures, givenTo } from '../../support/account-fixture.ts';
import { withoutCodes } from '../../support/answers.ts';
import { anyHostile } from '../../support/any-hostile.ts';
import { type Answer, type Api, startApi } from '../../support/api.ts';
import {
  ENDPOINTS,
  type Encoding,
  encodingsOf,
  type Given,
  inputsBy,
  type Method,
  requestOf,
  send,
} from '../../support/calls.ts';
import { HOSTILE, OPERATORS } from '../../support/hostile.ts';

/** Cases for each endpoint; `FUZZ_RUNS=1000` makes a long run, `FUZZ_SEED` repeats one. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 2);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Texts that no answer may contain: paths of our files, names of our libraries, details of errors. */
const INSIDE = /node_modules|file:\/\/\/(?!etc)|\n\s+at |Mongo|BSON|Joi|E11000|TypeError|Cannot read/;

/** Bytes of a URL's line and its headers together. The contract never sees a request with more. */
const HEAD_BYTES = 16 * 2 ** 10;
/** A URL up to this length is always read. Longer ones depend on the headers, until the URL alone is too long. */
const URL_LENGTH = 15_000;
const TOO_LONG = { status: 'failed', errors: 'Request Header Fields Too Large' };

const OF_OBJECTS = Object.getOwnPropertyNames(Object.prototype);

/** A success or a failure in the contract's envelope, but no fault of the service. */
function checkEnvelope(row: ContractRow, { status, headers, body }: Answer, what: string): void {
  expect(status, what).to.be.oneOf([200, 304, 400, 404, 409, 413, 422]);
  if (status === 304) return;
  const type = headers.get('content-type') ?? '';
  if (status === 200 && 'raw' in row.done && row.done.raw !== 'application/json') {
    expect(type, what).to.include(row.done.raw);
    return;
  }
  expect(type, what).to.equal('application/json; charset=utf-8');
  if (status === 200) {
    expect(body.status, what).to.equal('success');
    return;
  }
  const { hints = {}, ...plain } = body;
  expect(plain, what).to.have.all.keys('status', 'errors');
  for (const said of Object.values(hints)) expect(said, what).to.be.an('array').with.length.above(0);
  expect(body.status, what).to.equal('failed');
  expect(JSON.stringify(body), what).to.not.match(INSIDE);
}

describe('the API with bad input', function () {
  this.timeout(Math.max(300_000, RUNS * 10_000));
  let api: Api;
  let fixture: AccountFixture;

  before(async () => {
    api = await startApi('contract-bad-input', { RATE_CALLS: '0', RATE_WRONG_KEYS: '0' });
    fixture = await addFixtures(await api.account(), 'ours');
  });
  after(() => api.stop());
  afterEach('nothing was put on objects', () => {
    expect(Object.getOwnPropertyNames(Object.prototype)).to.deep.equal(OF_OBJECTS);
  });

  /** Makes a call; its answer is also checked against the document (`client.request`). */
  async function ask(
    endpoint: { row: ContractRow; method: Method },
    given: Given,
    encoding?: Encoding,
  ): Promise<Answer> {
    const { path, init } = requestOf(endpoint, given, encoding);
    const what = `${encoding ?? ''} ${JSON.stringify(given).slice(0, 2000)}`;
    if (path.length > URL_LENGTH) {
      const { status, body } = await send(api, fixture.client, { path, init });
      if (status === 431 || path.length > HEAD_BYTES) {
        expect([status, withoutCodes(JSON.parse(body))]).to.deep.equal([431, TOO_LONG]);
        return { status, headers: new Headers(), body: null };
      }
    }
    const answer = await fixture.client.request(path, init);
    checkEnvelope(endpoint.row, answer, what);
    return answer;
  }

  let turns = 0;
  for (const endpoint of ENDPOINTS) {
    const { name, row, method } = endpoint;
    const title = `${method} ${row.path}`;

    it(`answers regularly to input of any kind: ${title}`, async () => {
      const inputs = inputsBy(name);
      const keys = [...inputs.map((input) => input.name), 'unknown', '__proto__'];
      const anyGiven = fc.record({
        encoding: fc.constantFrom(...encodingsOf(row)),
        bad: fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), anyHostile), {
          selector: ([key]) => key,
          maxLength: 4,
        }),
        bracketed: fc.option(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...OPERATORS))),
      });
      const property = fc.asyncProperty(anyGiven, async ({ encoding, bad, bracketed }) => {
        const given: Record<string, unknown> = { ...givenTo(name, inputs, fixture) };
        for (const [key, value] of bad) Object.defineProperty(given, key, { value, enumerable: true });
        if (bracketed) given[`${bracketed[0]}[${bracketed[1]}]`] = '1';
        await ask(endpoint, given, encoding);
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    });

    it(`refuses operators in place of values, and names the input: ${title}`, async () => {
      const inputs = inputsBy(name);
      const encodings = encodingsOf(row);
      // The client chooses the names in an object.
      let left = inputs.map((input) => input.name).filter((key) => !row.objects?.includes(key));
      // Some inputs are looked at first. Each call must refuse some of those that are left.
      while (left.length > 0) {
        const given: Record<string, unknown> = { ...givenTo(name, inputs, fixture) };
        for (const key of left) {
          delete given[key];
          // Each operator comes at many inputs.
          given[`${key}[${OPERATORS[turns % OPERATORS.length]}]`] = '1';
          turns += 1;
        }
        const { status, body } = await ask(endpoint, given, encodings[turns % encodings.length]);
        expect(status, `${JSON.stringify(given)}, turn ${turns}`).to.equal(422);
        const others = left.filter((key) => !Object.hasOwn(body.errors, key));
        expect(others, JSON.stringify(given)).to.have.length.below(left.length);
        left = others;
      }
    });
  }

  it('answers regularly to each dangerous text in every input', async () => {
    let cases = 0;
    for (const endpoint of ENDPOINTS) {
      const inputs = inputsBy(endpoint.name);
      for (const input of inputs) {
        const encodings = encodingsOf(endpoint.row);
        const value = HOSTILE[cases % HOSTILE.length];
        const given = { ...givenTo(endpoint.name, inputs, fixture), [input.name]: value };
        await ask(endpoint, given, encodings[cases % encodings.length]);
        cases += 1;
      }
    }
    expect(cases).to.be.above(500);
  });
});
