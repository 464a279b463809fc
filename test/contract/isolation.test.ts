import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Api, startApi } from '../support/api.ts';
import {
  type Bare,
  ENDPOINTS,
  type Encoding,
  encodingsOf,
  type Given,
  inputsBy,
  requestOf,
  send,
} from '../support/calls.ts';
import { belongings, type Estate, givenTo, layEstate, type Place, placeOf } from '../support/estate.ts';

/** What nobody has. */
const NOBODY = 987_654_321;
const NO_FIELD = 'nobodys_field';

/** Values that name records of `whose` estate, or of nobody, in every way that the place allows. */
function referring(place: Place, own: Estate, whose: Estate | null): readonly unknown[] {
  if ('of' in place) {
    const missing = typeof own.names[place.of] === 'number' ? NOBODY : randomUUID();
    const name = whose?.names[place.of] ?? missing;
    return place.as === 'name' ? [name] : [[name], [String(name), 'x']];
  }
  const entries = [
    `contacts_${whose?.names.contactType ?? NOBODY}`,
    `segments_${whose?.names.segment ?? NOBODY}`,
  ];
  const field = whose?.field ?? NO_FIELD;
  switch (place.as) {
    case 'entry':
      return entries;
    case 'entries':
      return [...entries.map((entry) => [entry]), [`contacts_${own.names.contactType}`, ...entries]];
    case 'fields':
      return [
        [field, field],
        ['city', field],
      ];
    case 'values':
      return [{ [field]: 'x' }, { [own.field]: 'x', [field]: 'x' }];
    default:
      throw new TypeError('a place of a new kind');
  }
}

describe('of two accounts, neither', function () {
  this.timeout(60_000);
  let api: Api;
  let stranger: Estate;
  let theirs: Awaited<ReturnType<typeof belongings>>;
  let own: Estate;
  let estates = 0;

  before(async () => {
    api = await startApi('contract-isolation', { RATE_CALLS: '0' });
    stranger = await layEstate(await api.account(), 'kassandra');
    theirs = await belongings(stranger.client.user_id);
    own = await freshEstate();
  });
  after(() => api.stop());
  afterEach('nothing of the stranger changed', async () => {
    expect(await belongings(stranger.client.user_id)).to.deep.equal(theirs);
  });

  async function freshEstate(): Promise<Estate> {
    estates += 1;
    return layEstate(await api.account(), `own${estates}`);
  }

  /** Sends it as the own account, and looks that the answer has nothing of the stranger's. */
  async function ask(endpoint: (typeof ENDPOINTS)[number], given: Given, encoding?: Encoding): Promise<Bare> {
    const answer = await send(api, own.client, requestOf(endpoint, given, encoding));
    // A field's name that a refusal repeats is the caller's own word.
    const body = [stranger.field, stranger.field.replaceAll('_', ' ')].reduce(
      (text, name) => text.replaceAll(name, NO_FIELD),
      answer.body.replaceAll(NO_FIELD.replaceAll('_', ' '), NO_FIELD),
    );
    const utrs = Object.values(stranger.names).filter((name) => typeof name === 'string');
    for (const secret of [stranger.word, ...utrs]) expect(body).to.not.include(secret);
    const { 'content-length': _, ...headers } = answer.headers;
    // Only where a name is repeated could the lengths differ.
    return body.includes(NO_FIELD) ? { ...answer, headers, body } : answer;
  }

  for (const endpoint of ENDPOINTS) {
    const { name, row, method } = endpoint;
    it(`sees or changes the other's records by ${method} ${row.path}`, async () => {
      const inputs = inputsBy(name);
      for (const input of inputs) {
        const place = placeOf(name, input.name);
        if (!place) continue;
        const foreign = referring(place, own, stranger);
        const missing = referring(place, own, null);
        for (const encoding of encodingsOf(row)) {
          for (const [at, value] of foreign.entries()) {
            const given = givenTo(name, inputs, own);
            const what = `${input.name} = ${JSON.stringify(value)} as ${encoding}`;
            const answer = await ask(endpoint, { ...given, [input.name]: value }, encoding);
            expect(answer.status, what).to.be.oneOf([404, 422]);
            const other = await ask(endpoint, { ...given, [input.name]: missing[at] }, encoding);
            expect(answer, what).to.deep.equal(other);
          }
        }
      }
      // With its own records it works: what was refused above was refused for whose they are, and nothing else.
      const works = await ask(endpoint, givenTo(name, inputs, own));
      expect(works.status, works.body).to.be.oneOf([200, 409]);
      if (row.path.includes('delete')) own = await freshEstate();
    });
  }

  for (const endpoint of ENDPOINTS) {
    const { name, row } = endpoint;
    if (!row.path.endsWith('bulk-delete')) continue;
    it(`deletes the other's records among its own by ${row.path}`, async () => {
      const place = placeOf(name, 'strIds')!;
      if (!('of' in place)) throw new TypeError('strIds are ids');
      const ids = Object.values(theirs).flatMap((all) => all.map((one) => (one as { _id: unknown })._id));
      const numbers = ids.filter((id) => typeof id === 'number' && id !== own.names[place.of]);
      const before = await belongings(own.client.user_id);
      const strIds = [stranger.names[place.of], ...numbers, NOBODY, own.names[place.of]];
      expect((await ask(endpoint, { strIds })).status).to.equal(200);
      expect(await belongings(own.client.user_id)).to.not.deep.equal(before);
      expect((await ask(endpoint, { strIds: [own.names[place.of]] })).status).to.equal(404);
      own = await freshEstate();
    });
  }
});
