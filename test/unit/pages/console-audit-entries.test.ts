import { expect } from 'chai';
import { joinedEntries } from '../../../console/src/data/audit-entries.ts';

const START = Date.parse('2026-03-01T12:00:00.000Z');

type Given = Partial<Parameters<typeof joinedEntries>[0][number]> & { readonly minutesAgo: number };

const entryOf = ({ minutesAgo, ...given }: Given) => ({
  act: 'singleSendUpdate',
  record_id: 1,
  utr: null,
  by: 'person' as const,
  key: null,
  device: 'Firefox on Linux',
  outcome: 'done' as const,
  created_at: new Date(START - minutesAgo * 60_000).toISOString(),
  ...given,
});

/** Record and number of each joined entry. */
const joined = (...given: readonly Given[]) =>
  joinedEntries(given.map(entryOf)).map(({ entry, times }) => [entry.record_id, times]);

describe('the entries of the activity that the console joins', () => {
  it('are the saves of one record within an hour, also when two records take turns', () => {
    const turns = [1, 2, 3, 4, 5, 6].map((minutesAgo) => ({ minutesAgo, record_id: 1 + (minutesAgo % 2) }));
    expect(joined(...turns)).to.deep.equal([
      [2, 3],
      [1, 3],
    ]);
    expect(
      joined({ minutesAgo: 0 }, { minutesAgo: 59 }, { minutesAgo: 60 }, { minutesAgo: 61 }),
    ).to.deep.equal([
      [1, 2],
      [1, 2],
    ]);
  });

  it('are not those of another person, device, key or outcome', () => {
    for (const other of [
      { by: 'operator' as const },
      { device: 'Safari on iOS' },
      { key: 'pk_12345678' },
      { outcome: 'refused' as const },
    ])
      expect(joined({ minutesAgo: 0 }, { minutesAgo: 1, ...other }), JSON.stringify(other)).to.have.length(2);
  });

  it('are not those of other acts, and another act on the record ends the joining', () => {
    const others = [0, 1].map((minutesAgo) => ({ minutesAgo, act: 'contactTypeUpdate' }));
    expect(joined(...others)).to.have.length(2);
    const checks = [0, 1].map((minutesAgo) => ({ minutesAgo, act: 'sendingDomainCheck' }));
    expect(joined(...checks)).to.have.length(2);
    const save = { record_id: null, utr: 'a' };
    const sent = { record_id: null, utr: 'a', act: 'single_send_sent' };
    expect(
      joined({ ...save, minutesAgo: 0 }, { ...sent, minutesAgo: 1 }, { ...save, minutesAgo: 2 }),
    ).to.have.length(3);
    expect(joined({ ...save, minutesAgo: 0 }, { minutesAgo: 1 }, { ...save, minutesAgo: 2 })).to.deep.equal([
      [null, 2],
      [1, 1],
    ]);
  });
});
