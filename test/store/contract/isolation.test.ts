import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { grouped } from '../../../common/domain/grouped.ts';
import {
  type AccountFixture,
  addFixtures,
  belongings,
  givenTo,
  type Place,
  placeOf,
  putBack,
} from '../../support/account-fixture.ts';
import { type Api, startApi } from '../../support/api.ts';
import {
  type Bare,
  ENDPOINTS,
  type Encoding,
  encodingsOf,
  type Given,
  inputsBy,
  requestOf,
  send,
} from '../../support/calls.ts';

/** An id that no record has. */
const UNKNOWN_ID = 987_654_321;
const NO_FIELD = 'nobodys_field';

/** Values that name records of `whose` fixture, or unknown records, in every form that the input allows. */
function referring(place: Place, own: AccountFixture, whose: AccountFixture | null): readonly unknown[] {
  if ('of' in place) {
    const missing = typeof own.names[place.of] === 'number' ? UNKNOWN_ID : randomUUID();
    const name = whose?.names[place.of] ?? missing;
    return place.as === 'name' ? [name] : [[name], [String(name), 'x']];
  }
  const entries = [
    `contacts_${whose?.names.contactType ?? UNKNOWN_ID}`,
    `segments_${whose?.names.segment ?? UNKNOWN_ID}`,
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

describe('an account', () => {
  let api: Api;
  let stranger: AccountFixture;
  let theirs: Awaited<ReturnType<typeof belongings>>;
  let own: AccountFixture;
  /** The first records of the own account. */
  let kept: Awaited<ReturnType<typeof belongings>>;
  let estates = 0;
  let turns = 0;

  before(async () => {
    api = await startApi('contract-isolation', { RATE_CALLS: '0' });
    stranger = await addFixtures(await api.account(), 'kassandra');
    theirs = await belongings(stranger.client.user_id);
    await takeFreshEstate();
  });
  after(() => api.stop());

  async function takeFreshEstate(): Promise<void> {
    estates += 1;
    own = await addFixtures(await api.account(), `own${estates}`);
    kept = await belongings(own.client.user_id);
  }

  /** Makes a call with the own account, and checks that the answer contains nothing of the other account. */
  async function ask(endpoint: (typeof ENDPOINTS)[number], given: Given, encoding?: Encoding): Promise<Bare> {
    const answer = await send(api, own.client, requestOf(endpoint, given, encoding));
    // A refusal may repeat the name of a field that the caller sent.
    const body = [stranger.field, stranger.field.replaceAll('_', ' ')].reduce(
      (text, name) => text.replaceAll(name, NO_FIELD),
      answer.body.replaceAll(NO_FIELD.replaceAll('_', ' '), NO_FIELD),
    );
    const utrs = Object.values(stranger.names).filter((name) => typeof name === 'string');
    for (const secret of [stranger.word, ...utrs])
      if (body.includes(secret)) expect(body).to.not.include(secret);
    const { 'content-length': _, ...headers } = answer.headers;
    // Answers can differ in length only when they repeat a name.
    return body.includes(NO_FIELD) ? { ...answer, headers, body } : answer;
  }

  /** Its calls together, as what a stranger has takes longer to read than a call. */
  const ofResource = grouped(ENDPOINTS, ({ row }) => row.path.split('/', 2)[1]!);
  for (const [resource, endpoints] of ofResource)
    describe(`in calls of /${resource}`, () => {
      after('nothing of the stranger changed', async () => {
        expect(await belongings(stranger.client.user_id)).to.deep.equal(theirs);
      });

      for (const endpoint of endpoints) {
        it(`sees and changes nothing of another by ${endpoint.method} ${endpoint.row.path}`, () =>
          seesNothing(endpoint));
        if (endpoint.row.path.endsWith('bulk-delete'))
          it(`deletes only its own records by ${endpoint.row.path}, given ids of another`, () =>
            deletesOwn(endpoint));
      }
    });

  async function seesNothing(endpoint: (typeof ENDPOINTS)[number]): Promise<void> {
    const { name, row } = endpoint;
    const inputs = inputsBy(name);
    const encodings = encodingsOf(row);
    // The activity repeats names of the other account's records, which this one has sent in refused calls.
    if (name === 'auditList') await takeFreshEstate();
    for (const input of inputs) {
      const place = placeOf(name, input.name);
      if (!place) continue;
      const missing = referring(place, own, null);
      for (const [at, value] of referring(place, own, stranger).entries()) {
        // All encodings become the same inputs, so each comes at many of them.
        const encoding = encodings[turns % encodings.length]!;
        turns += 1;
        const given = givenTo(name, inputs, own);
        const what = `${input.name} = ${JSON.stringify(value)} as ${encoding}`;
        const answer = await ask(endpoint, { ...given, [input.name]: value }, encoding);
        expect(answer.status, what).to.be.oneOf([404, 422]);
        const other = await ask(endpoint, { ...given, [input.name]: missing[at] }, encoding);
        expect(answer, what).to.deep.equal(other);
      }
    }
    // With its own records the call works, so it was refused only because the records belong to the other account.
    const works = await ask(endpoint, givenTo(name, inputs, own));
    // The address of the call is new, so that it goes through no automation.
    expect(works.status, works.body).to.be.oneOf(name === 'automationPerson' ? [404] : [200, 409]);
    // A deleted file does not come back with its document.
    if (row.path.startsWith('/media/delete')) await takeFreshEstate();
    else if (row.path.includes('delete')) await putBack(own.client.user_id, kept);
  }

  async function deletesOwn(endpoint: (typeof ENDPOINTS)[number]): Promise<void> {
    const place = placeOf(endpoint.name, 'strIds')!;
    if (!('of' in place)) throw new TypeError('strIds are ids');
    const ids = Object.values(theirs).flatMap((all) => all.map((one) => (one as { _id: unknown })._id));
    const numbers = ids.filter((id) => typeof id === 'number' && id !== own.names[place.of]);
    const before = await belongings(own.client.user_id);
    const strIds = [stranger.names[place.of], ...numbers, UNKNOWN_ID, own.names[place.of]];
    expect((await ask(endpoint, { strIds })).status).to.equal(200);
    expect(await belongings(own.client.user_id)).to.not.deep.equal(before);
    expect((await ask(endpoint, { strIds: [own.names[place.of]] })).status).to.equal(404);
    await putBack(own.client.user_id, kept);
  }
});
