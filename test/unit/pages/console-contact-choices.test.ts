import { expect } from 'chai';
import { countryOfZone } from '../../../console/src/data/country-of-zone.ts';
import { tickedAfter } from '../../../console/src/data/ticked-rows.ts';

describe('the choices that the console makes for contacts', () => {
  it('are the rows between two clicks', () => {
    const ids = [9, 7, 5, 3, 1];
    const after = (ticked: readonly number[], id: number, from: number | null) => [
      ...tickedAfter(new Set(ticked), { id, from, ids }),
    ];
    expect(after([], 7, null)).to.deep.equal([7]);
    expect(after([7], 1, 7)).to.deep.equal([7, 5, 3, 1]);
    expect(after([3], 9, 3)).to.have.members([3, 9, 7, 5]);
    expect(after([9, 7, 5, 3], 5, 9)).to.deep.equal([3]);
    // The row before is no longer in the list.
    expect(after([7], 1, 8)).to.deep.equal([7, 1]);
  });

  it('are the country of the time zone', () => {
    const countries = [
      { id: 1, iso2: 'DE' },
      { id: 2, iso2: 'FR' },
      { id: 3, iso2: 'IN' },
      { id: 4, iso2: 'US' },
      { id: 5, iso2: '??' },
    ];
    const zones = {
      'Europe/Berlin': 1,
      'Europe/Paris': 2,
      'Asia/Calcutta': 3,
      'Asia/Kolkata': 3,
      'America/Chicago': 4,
    };
    for (const [zone, id] of Object.entries(zones)) expect(countryOfZone(zone, countries), zone).to.equal(id);
    expect(countryOfZone('UTC', countries)).to.equal(null);
    expect(countryOfZone('Mars/Olympus', countries)).to.equal(null);
  });
});
