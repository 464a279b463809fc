import { expect } from 'chai';
import { engagementAfter } from '../../../../common/domain/engagement.ts';
import {
  type Fetch,
  NOTHING_COUNTED,
  packFetches,
  unknownFetches,
  unpackFetches,
} from '../../../../common/domain/fetches.ts';

const START = Date.parse('2026-05-04T08:00:00Z');

const fetchAt = (at: number, changes: Partial<Fetch> = {}): Fetch => ({
  kind: 'open',
  client: 'reader',
  at: START + at,
  network: 7,
  agent: 3,
  link: 0,
  ...changes,
});

const KINDS = ['open', 'click', 'head', 'hidden', 'gateway'] as const;
const CLIENTS = ['reader', 'proxy', 'prefetcher', 'robot'] as const;

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

function someFetches(count: number, seed: number): Fetch[] {
  const some = numbers(seed);
  let at = 0;
  return Array.from({ length: count }, () => {
    at += some(3000);
    const kind = KINDS[some(100) < 90 ? some(2) : some(5)]!;
    return fetchAt(at, {
      kind,
      client: CLIENTS[some(10) < 8 ? 0 : some(4)]!,
      network: some(4),
      agent: some(3),
      link: kind === 'click' ? 1 + some(6) : 0,
    });
  });
}

describe('the log of a mail’s fetches', () => {
  it('returns the fetches that were stored', () => {
    for (const fetches of [[], [fetchAt(0)], someFetches(32, 1)]) {
      const log = { earlier: NOTHING_COUNTED, fetches };
      expect(unpackFetches(packFetches(log))).to.deep.equal(log);
      const earlier = { ...NOTHING_COUNTED, opens: 4_000_000_000, machine_clicks: 2, last_opened: START };
      expect(unpackFetches(packFetches({ earlier, fetches }))).to.deep.equal({ earlier, fetches });
    }
  });

  it('takes 11 bytes for one opening, and at most 489', () => {
    const bytesOf = (fetches: Fetch[]) => packFetches(engagementAfter({}, null, fetches).log).length;
    expect(bytesOf([fetchAt(0)])).to.equal(11);
    expect(
      bytesOf(Array.from({ length: 999 }, (_, at) => fetchAt(at, { kind: 'click', link: 2 ** 32 - 1 }))),
    ).to.equal(489);
  });

  it('counts fetches alike in one go and one by one, as long as it keeps all', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const fetches = someFetches(32, seed);
      const whole = engagementAfter({}, null, fetches);
      let single: ReturnType<typeof engagementAfter> = {
        row: {},
        log: { earlier: NOTHING_COUNTED, fetches: [] },
      };
      for (const fetch of fetches) single = engagementAfter(single.row, single.log, [fetch]);
      expect(single, String(seed)).to.deep.equal(whole);
    }
  });

  it('counts each fetch once, also when it keeps older ones no longer', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const fetches = someFetches(300, seed);
      let state: ReturnType<typeof engagementAfter> = {
        row: {},
        log: { earlier: NOTHING_COUNTED, fetches: [] },
      };
      for (let from = 0; from < fetches.length; from += 7)
        state = engagementAfter(state.row, state.log, fetches.slice(from, from + 7));
      const { row } = state;
      const count = (kind: Fetch['kind']) => fetches.filter((fetch) => fetch.kind === kind).length;
      expect((row.clicks ?? 0) + (row.machine_clicks ?? 0)).to.equal(count('click'));
      // A click may count as an opening.
      const opens = (row.opens ?? 0) + (row.machine_opens ?? 0);
      expect(opens).to.be.within(count('open'), count('open') + 1);
      const sum = (links: Readonly<Record<string, number>> = {}) =>
        Object.values(links).reduce((all, one) => all + one, 0);
      expect(sum(row.links)).to.equal(row.clicks ?? 0);
      expect(sum(row.machine_links)).to.equal(row.machine_clicks ?? 0);
    }
  });

  it('counts fetches of more links than it counts apart', () => {
    const { row } = engagementAfter(
      {},
      null,
      Array.from({ length: 3000 }, (_, at) => fetchAt(5 * at, { kind: 'click', link: at + 1 })),
    );
    expect(row.machine_clicks).to.equal(3000);
    expect(row.clicks).to.equal(undefined);
    expect(Object.keys(row.machine_links!)).to.have.lengthOf(200);
  });

  it('recognises fetches among others by their contents, and by their number', () => {
    const [one, other] = [fetchAt(1), fetchAt(2)];
    expect(unknownFetches([one, one, other], [{ ...one, client: 'robot' }])).to.deep.equal([one, other]);
    expect(unknownFetches([one, other], [other, one])).to.deep.equal([]);
  });
});
