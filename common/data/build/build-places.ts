import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { allPlaces, type Places } from '../places.ts';
import {
  type CountryRow,
  type PlacesFile,
  placesFile,
  readCountryRows,
  readGeonameIds,
} from '../places-files.ts';
import { mergeRows } from './merge-rows.ts';
import { readSources, type Sources } from './source-places.ts';

/** `code` is GeoNames' first-level division without the country: `CA` of `US.CA`. */
type StateRow = [countryId: number, code: string, name: string];
/** `stateId` 0: the source names no division. */
type CityRow = [geonameId: number, countryId: number, stateId: number, name: string];

const { compare } = new Intl.Collator('en');
const stateKey = ([countryId, code]: StateRow): string => `${countryId}.${code}`;

/** Rewrites the files of `places/` from the packages in `folder/node_modules`. Returns the counts. */
export async function buildPlaces(folder: string): Promise<string> {
  const sources = await readSources(folder);
  const old = allPlaces();
  const countries = mergeRows(readCountryRows(), countryRows(sources), (row) => row[1]);
  const countryIds = new Map(countries.map((row, at) => [row[1], at + 1]));
  const oldStates = old.states.map(({ country_id, code, name }): StateRow => [country_id, code, name]);
  const states = mergeRows(oldStates, stateRows(sources, countryIds), stateKey);
  const stateIds = new Map(states.map((row, at) => [stateKey(row), at + 1]));
  const geonameIds = readGeonameIds();
  const oldCities = old.cities.map(
    ({ country_id, state_id, name }, at): CityRow => [geonameIds[at]!, country_id, state_id ?? 0, name],
  );
  const cities = mergeRows(oldCities, cityRows(sources, countryIds, stateIds), (row) => row[0]);
  writeFileSync(
    placesFile('countries.json'),
    `[\n${countries.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`,
  );
  writeCompressed('answer.json.br', { status: 'success', message: shown(countries, states, cities) });
  writeCompressed(
    'geoname-ids.json.br',
    cities.map(([geonameId]) => geonameId),
  );
  const stateless = cities.filter((row) => row[2] === 0).length;
  return `${countries.length} countries, ${states.length} states, ${cities.length} cities (${stateless} without a state)`;
}

/** Common names replace formal or inverted ones of ISO 3166-1: "South Korea", not "Korea, Republic of". */
function countryRows({ countries }: Sources): CountryRow[] {
  const file = readFileSync(new URL('country-names.json', import.meta.url), 'utf8');
  const common = JSON.parse(file) as Record<string, string>;
  return countries
    .map((one): CountryRow => [common[one.alpha2] ?? one.name, one.alpha2, one.alpha3, one.numeric, one.name])
    .sort((a, b) => compare(a[0], b[0]));
}

// GeoNames has one territory without an ISO 3166-1 code (XK); its rows find no country and are dropped.
function stateRows({ states }: Sources, countryIds: ReadonlyMap<string, number>): StateRow[] {
  return states
    .flatMap(({ code, name }): StateRow[] => {
      const countryId = countryIds.get(code.slice(0, 2));
      return countryId ? [[countryId, code.slice(3), name.trim()]] : [];
    })
    .sort((a, b) => a[0] - b[0] || compare(a[2], b[2]) || compare(a[1], b[1]));
}

function cityRows(
  { cities }: Sources,
  countryIds: ReadonlyMap<string, number>,
  stateIds: ReadonlyMap<string, number>,
): CityRow[] {
  return cities
    .flatMap(({ geonameId, name, country, stateCode }): CityRow[] => {
      const countryId = countryIds.get(country);
      if (!countryId) return [];
      const stateId = stateCode ? stateIds.get(`${countryId}.${stateCode.slice(3)}`) : undefined;
      return [[geonameId, countryId, stateId ?? 0, name]];
    })
    .sort((a, b) => a[1] - b[1] || compare(a[3], b[3]) || a[0] - b[0]);
}

const shown = (
  countries: readonly CountryRow[],
  states: readonly StateRow[],
  cities: readonly CityRow[],
): Places => ({
  countries: countries.map(([name, iso2, iso3, numeric], at) => ({ id: at + 1, name, iso2, iso3, numeric })),
  states: states.map(([country_id, code, name], at) => ({ id: at + 1, country_id, name, code })),
  cities: cities.map(([, country_id, state_id, name], at) => ({
    id: at + 1,
    country_id,
    state_id: state_id || null,
    name,
  })),
});

/** Brotli at 11 takes seconds, so the build does it and not the first request. */
function writeCompressed(name: PlacesFile, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  writeFileSync(placesFile(name), brotliCompressSync(body, { params }));
}
