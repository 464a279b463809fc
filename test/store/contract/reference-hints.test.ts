import { expect } from 'chai';
import { LISTED_BY } from '../../../api/http/hints.ts';
import { type AccountFixture, addFixtures, givenTo } from '../../support/account-fixture.ts';
import { type Answer, type Api, startApi } from '../../support/api.ts';
import { ENDPOINTS, type Given, inputsBy, requestOf, send } from '../../support/calls.ts';

/** Inputs that are names of records or pictures. */
const REFERENCES = [...Object.keys(LISTED_BY), 'preview_img'];

/** The id of no record. */
const UNKNOWN = 987_654_321;

interface Refusal {
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly hints?: Readonly<Record<string, readonly string[]>>;
}

describe('the hint of a reference to no record', () => {
  let api: Api;
  let fixture: AccountFixture;
  /** The inputs that a call has refused so. */
  const seen = new Set<string>();

  before(async () => {
    api = await startApi('contract-reference-hints', { RATE_CALLS: '0' });
    fixture = await addFixtures(await api.account(), 'references');
  });
  after(() => api.stop());

  const unknownLike = (right: unknown): unknown => {
    if (Array.isArray(right)) return right.map(unknownLike);
    if (typeof right !== 'string') return UNKNOWN;
    return /\d$/.test(right) ? right.replace(/\d+$/, String(UNKNOWN)) : `${right}x`;
  };
  const idsIn = (right: unknown): string[] => JSON.stringify(right).match(/\d+/g) ?? [String(right)];
  /** What calls show, which is there from the beginning. */
  const kept = new Map<string, Pick<Answer, 'status' | 'body'>>();
  /** A hint, and everything that the calls show which it names. */
  const shownBy = async (hint: string): Promise<string> => {
    const paths = [...hint.matchAll(/`([\w/-]+)`/g)].map(([, path]) => `/${path}`);
    for (const path of paths) {
      const { status, body } = kept.get(path) ?? (await fixture.client.get(path));
      expect(status, hint).to.equal(200);
      kept.set(path, { status, body });
    }
    return hint + JSON.stringify(paths.map((path) => kept.get(path)!.body));
  };

  for (const endpoint of ENDPOINTS) {
    const { name, row, method } = endpoint;
    for (const { name: key } of inputsBy(name).filter((one) => REFERENCES.includes(one.name)))
      it(`names a call that shows what ${method} ${row.path} takes for ${key}`, async () => {
        const given: Given = givenTo(name, inputsBy(name), fixture);
        const right = given[key];
        const call = async (inputs: Given): Promise<Refusal> => {
          const { status, body } = await send(api, fixture.client, requestOf(endpoint, inputs));
          return status === 422 ? (JSON.parse(body) as Refusal) : {};
        };
        const { errors = {}, hints = {} } = await call({ ...given, [key]: unknownLike(right ?? UNKNOWN) });
        // Some calls find nothing where others refuse.
        if (!errors[key]?.some((text) => text.startsWith('The selected '))) return;
        seen.add(key);
        const hint = hints[key]?.join(' ') ?? '';
        expect(hint).not.to.equal('');
        const shown = await shownBy(hint);
        if (right === undefined) return;
        for (const id of idsIn(right)) expect(shown, hint).to.match(new RegExp(`\\b${id}\\b`));
        expect((await call(given)).errors ?? {}).not.to.have.property(key);
      });
  }

  it('exists for each input that is a reference', () => {
    expect(REFERENCES.filter((key) => !seen.has(key))).to.deep.equal([]);
  });
});
