import { expect } from 'chai';
import type { JsonSchema } from '../../../api/http/json-schema.ts';
import type { OpenApiDocument } from '../../../api/openapi/operation.ts';
import { type AccountFixture, addFixtures, belongings, givenTo } from '../../support/account-fixture.ts';
import { type Api, startApi } from '../../support/api.ts';
import { ENDPOINTS, encodingsOf, type Given, inputsBy, requestOf, send } from '../../support/calls.ts';

/** If any of these is found in the database, it came from the client. The number is not an id, count or code of ours. */
const NUMBER = 424_242_424;
const TEXT = 'smuggled';
const TIME = '2001-02-03T04:05:06.000000Z';
/** Codes that a client might want to set. */
const CODES: Given = {
  is_verified: 1,
  is_reserved: 1,
  is_blank: 1,
  status: 3,
  schedule_type: 1,
  duplicate: true,
};

/** A value of the kind that a field shows. */
function valueFor(name: string, { type, format }: JsonSchema): unknown {
  if (name in CODES) return CODES[name];
  if (format === 'date-time' || name.endsWith('_at')) return TIME;
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (types.includes('integer')) return NUMBER;
  if (types.includes('array')) return [TEXT];
  return types.includes('object') ? { [TEXT]: TEXT } : TEXT;
}

/** The documents of a collection as JSON, and as texts that are the same for another account that did the same. */
interface Likeness {
  readonly json: string;
  readonly alike: readonly string[];
}

/** Most calls change few collections: the texts of those that stay are made once. */
const likenesses = new Map<string, Likeness>();

/**
 * The documents of an account by collection, without the values that differ between two accounts that did the same: ids, times, random
 * names and the account's own word. A time that is set stays distinguishable from one that is not. Their order does not depend on their
 * ids, which are texts in part.
 */
const likenessOf = (owned: Record<string, unknown[]>, { word }: AccountFixture): Map<string, Likeness> =>
  new Map(
    Object.entries(owned).map(([kind, documents]) => {
      const json = JSON.stringify(documents);
      const known = likenesses.get(`${word} ${kind}`);
      const likeness = known?.json === json ? known : { json, alike: alike(json, word) };
      likenesses.set(`${word} ${kind}`, likeness);
      return [kind, likeness];
    }),
  );

const alike = (json: string, word: string): string[] =>
  (
    JSON.parse(
      json
        .replaceAll(new RegExp(`${word}([-_]\\d+)?`, 'g'), 'WORD')
        // Folded texts of custom fields are named by the id of the field.
        .replaceAll(/"f\d+":/g, '"field":'),
      (key, value) => {
        // A type's contacts are counted on request, so the value depends on the moment.
        if (/^contacts(?:_|$)/.test(key)) return 'counted';
        if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return 'a time';
        // The subject of a notice is the id of the record it is about.
        if (key === 'subject' && typeof value === 'number') return 'number';
        return OWN.test(key) ? typeof value : value;
      },
    ) as unknown[]
  )
    .map((one) => JSON.stringify(one))
    .toSorted();

/** Names of fields whose values an account does not share. */
const OWN =
  /^_?id$|_ids?$|utr|token|hash|nonce|^key$|^params$|^selector$|^public_key$|^sealed$|^first$|^last$|^batch$|^group$|^mailing$|^source$|^digest$/;

describe('a field of an answer', () => {
  let api: Api;
  let smuggled: Given;
  let stranger: AccountFixture;
  let theirs: Awaited<ReturnType<typeof belongings>>;
  let plain: AccountFixture;
  let extra: AccountFixture;
  let turns = 0;

  before(async () => {
    api = await startApi('contract-mass-assignment', { RATE_CALLS: '0' });
    stranger = await addFixtures(await api.account(), 'kassandra');
    theirs = await belongings(stranger.client.user_id);
    plain = await addFixtures(await api.account(), 'quill');
    extra = await addFixtures(await api.account(), 'extra');
    const { components }: OpenApiDocument = (await api.request('/openapi.json')).body;
    const shown = Object.entries(components.schemas)
      .filter(([name]) => !name.endsWith('Input'))
      .flatMap(([, { properties = {} }]) => Object.entries(properties));
    smuggled = {
      ...Object.fromEntries(
        [['_id', {}] as const, ...shown].map(([name, schema]) => [name, valueFor(name, schema)]),
      ),
      user_id: stranger.client.user_id,
    };
    expect(smuggled).to.include.keys(
      'id _id is_verified status delivered utr is_reserved from_sender deleted_at sent_at hold_reason'.split(
        ' ',
      ),
    );
  });
  after(() => api.stop());

  const writes = ENDPOINTS.filter(({ row, method }) => method !== 'GET' || row.changes);
  const deletes = (path: string): boolean => path.endsWith('delete');
  // Deletes come last, because the other calls need the original records.
  for (const endpoint of writes.sort((a, b) => Number(deletes(a.row.path)) - Number(deletes(b.row.path)))) {
    const { name, row, method } = endpoint;
    // All encodings become the same inputs, so each comes with many calls. JSON alone has types.
    const encodings = encodingsOf(row);
    const encoding = encodings[turns % 2 === 0 ? 0 : turns % encodings.length]!;
    turns += 1;
    it(`changes nothing as an input of ${method} ${row.path} as ${encoding}`, async () => {
      const inputs = inputsBy(name);
      const taken = new Set(inputs.map((input) => input.name));
      const excludes = [...taken].some((key) => key.includes('exclude'));
      // Where people can be left out, a name that seems to do so is refused (docs/rules.md 3.9).
      const isOpen = (key: string): boolean =>
        !taken.has(key) && !(excludes && /exclude|leave_out/.test(key));
      const beyond = Object.fromEntries(Object.entries(smuggled).filter(([key]) => isOpen(key)));
      const clean = requestOf(endpoint, givenTo(name, inputs, plain), encoding);
      const given = requestOf(endpoint, { ...givenTo(name, inputs, extra), ...beyond }, encoding);
      if (method === 'POST') {
        const query = new URLSearchParams(beyond as Record<string, string>);
        given.path += `${given.path.includes('?') ? '&' : '?'}${query}`;
      }
      const first = await send(api, plain.client, clean);
      const second = await send(api, extra.client, given);
      if (!deletes(row.path)) expect(first.status, first.body).to.be.oneOf([200, 409]);
      expect(second.status, second.body).to.equal(first.status);
      const [mine, others] = await Promise.all(
        [plain, extra].map((fixture) => belongings(fixture.client.user_id)),
      );
      const [wanted, found] = [likenessOf(mine!, plain), likenessOf(others!, extra)];
      // Compared by collection, because chai shows no differences in large objects.
      for (const [kind, { alike: documents }] of wanted) {
        const { json, alike: theirs } = found.get(kind)!;
        if (theirs.join() !== documents.join()) expect(theirs, kind).to.deep.equal(documents);
        for (const trace of [String(NUMBER), TEXT, TIME.slice(0, 19)])
          if (json.includes(trace)) expect(json, kind).to.not.include(trace);
      }
    });
  }

  it('changed nothing of the account that it named', async () => {
    expect(await belongings(stranger.client.user_id)).to.deep.equal(theirs);
  });
});
