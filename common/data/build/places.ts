import { existsSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { allPlaces } from '../places.ts';
import {
  type CityRow,
  type CountryRow,
  PLACES_FOLDER,
  type PlacesFile,
  readCityRows,
  readCountryRows,
  readStateRows,
  type StateRow,
} from '../places-files.ts';
import { COMMON_NAMES } from './country-names.ts';
import { mergeRows } from './merge-rows.ts';
import { readSources, type Sources } from './source-places.ts';

const { compare } = new Intl.Collator('en');
const fileOf = (name: PlacesFile): URL => new URL(name, PLACES_FOLDER);
const oldRows = <Row>(name: PlacesFile, read: () => Row[]): Row[] => (existsSync(fileOf(name)) ? read() : []);
const stateKey = ([countryId, code]: StateRow): string => `${countryId}.${code}`;

function writeRows(name: PlacesFile, rows: readonly unknown[]): void {
  writeFileSync(fileOf(name), `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
}

/** Rewrites the five files of `places/` from the packages in `folder/node_modules`; answers the counts. */
export async function buildPlaces(folder: string): Promise<string> {
  const sources = await readSources(folder);
  const countries = mergeRows(
    oldRows('countries.json', readCountryRows),
    countryRows(sources),
    (row) => row[1],
  );
  const countryIds = new Map(countries.map((row, at) => [row[1], at + 1]));
  const states = mergeRows(oldRows('states.json', readStateRows), stateRows(sources, countryIds), stateKey);
  const stateIds = new Map(states.map((row, at) => [stateKey(row), at + 1]));
  const cities = mergeRows(
    oldRows('cities.json', readCityRows),
    cityRows(sources, countryIds, stateIds),
    (row) => row[0],
  );
  writeRows('countries.json', countries);
  writeRows('states.json', states);
  writeRows('cities.json', cities);
  writeAnswer();
  const stateless = cities.filter((row) => row[2] === 0).length;
  return `${countries.length} countries, ${states.length} states, ${cities.length} cities (${stateless} without a state)`;
}

function countryRows({ countries }: Sources): CountryRow[] {
  return countries
    .map(
      ({ name, alpha2, alpha3, numeric }): CountryRow => [
        COMMON_NAMES[alpha2] ?? name,
        alpha2,
        alpha3,
        numeric,
        name,
      ],
    )
    .sort((a, b) => compare(a[0], b[0]));
}

// GeoNames knows one territory that ISO 3166-1 has not assigned a code to (XK); its rows find no country and drop out.
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

/** Brotli at 11 takes seconds, which is why it is done here and not at the first request. */
function writeAnswer(): void {
  const body = Buffer.from(JSON.stringify({ status: 'success', message: allPlaces() }));
  writeFileSync(fileOf('answer.json.gz'), gzipSync(body, { level: 9 }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  writeFileSync(fileOf('answer.json.br'), brotliCompressSync(body, { params }));
}
