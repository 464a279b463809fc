import { readFileSync } from 'node:fs';

/**
 * The reference data as it lies in `places/`: a JSON array a file, a row a line. **A row's id is its place, from 1**,
 * and stays so for ever: contacts and senders refer to it. `build/` appends and never reorders.
 */
export type CountryRow = [name: string, iso2: string, iso3: string, numeric: string, isoName: string];
/** `code` is GeoNames' first-level division without the country: `CA` of `US.CA`. */
export type StateRow = [countryId: number, code: string, name: string];
/** `stateId` 0: the source names no division. */
export type CityRow = [geonameId: number, countryId: number, stateId: number, name: string];

export const PLACES_FOLDER = new URL('./places/', import.meta.url);

export type PlacesFile =
  | 'countries.json'
  | 'states.json'
  | 'cities.json'
  | 'answer.json.gz'
  | 'answer.json.br';

/** The bytes of one file of the reference data. */
export const readPlacesFile = (name: PlacesFile): Buffer => readFileSync(new URL(name, PLACES_FOLDER));

const rowsOf = (name: PlacesFile): unknown => JSON.parse(readPlacesFile(name).toString('utf8'));

export const readCountryRows = (): CountryRow[] => rowsOf('countries.json') as CountryRow[];
export const readStateRows = (): StateRow[] => rowsOf('states.json') as StateRow[];
export const readCityRows = (): CityRow[] => rowsOf('cities.json') as CityRow[];
