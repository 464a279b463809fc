import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { allPlaces, cityById, placesEtag, placesJson, stateById } from '../../../../common/data/places.ts';
import { readCountryRows, readGeonameIds } from '../../../../common/data/places-files.ts';

describe('reference data', () => {
  const { countries, states, cities } = allPlaces();

  for (const [name, rows, least] of [
    ['countries', countries, 249],
    ['states', states, 3858],
    ['cities', cities, 24_286],
  ] as const) {
    it(`numbers the ${name} from 1 without a gap`, () => {
      expect(rows.length).to.be.at.least(least);
      expect(rows.every((row, at) => row.id === at + 1)).to.equal(true);
      expect(rows.every((row) => row.name !== '' && row.name === row.name.trim())).to.equal(true);
    });
  }

  it('gives every country its own ISO 3166-1 codes', () => {
    for (const { iso2, iso3, numeric } of countries) {
      expect(iso2).to.match(/^[A-Z]{2}$/);
      expect(iso3).to.match(/^[A-Z]{3}$/);
      expect(numeric).to.match(/^\d{3}$/);
    }
    for (const key of ['name', 'iso2', 'iso3', 'numeric'] as const) {
      expect(new Set(countries.map((country) => country[key])).size).to.equal(countries.length);
    }
  });

  it('puts every state into a country, with a code that is unique there', () => {
    expect(states.every(({ country_id }) => countries[country_id - 1] !== undefined)).to.equal(true);
    expect(new Set(states.map(({ country_id, code }) => `${country_id}.${code}`)).size).to.equal(
      states.length,
    );
  });

  it('puts every city into a country and, with few exceptions, into a state of the same country', () => {
    const astray = cities.filter(({ country_id, state_id }) =>
      state_id === null ? !countries[country_id - 1] : states[state_id - 1]?.country_id !== country_id,
    );
    expect(astray).to.deep.equal([]);
    expect(cities.filter(({ state_id }) => state_id === null).length).to.be.below(50);
  });

  // Contacts and senders store these ids. Changing this test would move them to other countries.
  it('keeps the ids of its first edition', () => {
    const keys = {
      countries: readCountryRows().map((row) => row[1]),
      states: states.map(({ country_id, code }) => `${country_id}.${code}`),
      cities: readGeonameIds(),
    };
    const firstEdition = { countries: 249, states: 3858, cities: 24_286 };
    const sum = (name: keyof typeof keys): string =>
      createHash('sha256')
        .update(keys[name].slice(0, firstEdition[name]).join(' '))
        .digest('hex')
        .slice(0, 16);
    expect([sum('countries'), sum('states'), sum('cities')]).to.deep.equal([
      '233b0f36541852b2',
      '4a9018594350545a',
      '9b8298f1d91d8090',
    ]);
    expect(countries[236]?.iso2).to.equal('US');
    expect(stateById(3652)).to.deep.include({ country_id: 236, name: 'England' });
    expect(cityById(20_000)).to.deep.equal({
      id: 20_000,
      country_id: 236,
      state_id: 3652,
      name: 'Burnham-on-Sea',
    });
  });

  it('returns null for an unknown id', () => {
    for (const id of [0, -1, 1.5, Number.NaN, 1_000_000]) {
      expect([stateById(id), cityById(id)]).to.deep.equal([null, null]);
    }
  });

  it('contains the whole answer in three codings', async () => {
    const { body } = await placesJson('identity');
    expect(JSON.parse(body.toString('utf8'))).to.deep.equal({
      status: 'success',
      message: { countries, states, cities },
    });
    expect(brotliDecompressSync((await placesJson('br')).body).equals(body)).to.equal(true);
    expect(gunzipSync((await placesJson('gzip')).body).equals(body)).to.equal(true);
    expect((await placesJson('br')).body.length).to.be.below(300_000);
  });

  it('gives each coding its own strong ETag, always the same', async () => {
    const codings = ['identity', 'gzip', 'br'] as const;
    const tags = await Promise.all(codings.map(placesEtag));
    expect(new Set(tags).size).to.equal(3);
    for (const tag of tags) expect(tag).to.match(/^"[\w-]+"$/);
    const answers = await Promise.all(codings.map(placesJson));
    expect(answers.map(({ etag }) => etag)).to.deep.equal(tags);
  });
});
