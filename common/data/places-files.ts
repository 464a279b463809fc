import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** **A row's id is its place, from 1**, and never changes: contacts and senders refer to it. `build/` appends and never reorders. */
export type CountryRow = [name: string, iso2: string, iso3: string, numeric: string, isoName: string];

/** Countries have their own file, because an import needs them and not the 2 MB of the rest. */
export type PlacesFile = 'countries.json' | 'answer.json.br' | 'geoname-ids.json.br';

export const placesFile = (name: PlacesFile): URL => new URL(`./places/${name}`, import.meta.url);

export const readCountryRows = (): CountryRow[] =>
  JSON.parse(readFileSync(placesFile('countries.json'), 'utf8')) as CountryRow[];

/** Other names in address lists, by ISO alpha-2 code. Names and codes of ISO 3166-1 need no entry. */
export const readCountryAliases = (): Record<string, readonly string[]> =>
  JSON.parse(readFileSync(new URL('country-aliases.json', import.meta.url), 'utf8')) as Record<
    string,
    string[]
  >;

/** The compressed body of `GET get/country-state-city`, which also provides states and cities. */
export const readAnswer = (): Buffer => readFileSync(placesFile('answer.json.br'));

/** The GeoNames id of each city, in the order of our ids. Only a rebuild needs them, to match the cities. */
export const readGeonameIds = (): number[] =>
  JSON.parse(
    brotliDecompressSync(readFileSync(placesFile('geoname-ids.json.br'))).toString('utf8'),
  ) as number[];
