import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type Country, countriesById } from './countries.ts';
import { lazily } from './lazily.ts';
import { readCityRows, readPlacesFile, readStateRows } from './places-files.ts';

export { type Country, countriesById, countryName, findCountry, shownCountry } from './countries.ts';

/** A first-level division (GeoNames admin1). `code` is unique within its country, such as `CA` for California. */
export type State = { id: number; country_id: number; name: string; code: string };
/**
 * A place of at least 15,000 people. `state_id` is null where the source names no division (Singapore has none; 18
 * places in all): a catch-all state would be an invented place, and `((sender_address))`
 * would print it.
 */
export type City = { id: number; country_id: number; state_id: number | null; name: string };
export type Places = { countries: Country[]; states: State[]; cities: City[] };

const stateRows = lazily(readStateRows);
const cityRows = lazily(readCityRows);

/** Null where there is no such id. */
export function stateById(id: number): State | null {
  const row = stateRows()[id - 1];
  return row ? { id, country_id: row[0], name: row[2], code: row[1] } : null;
}

/** Null where there is no such id. The first call reads all cities (14 ms, 2 MB kept). */
export function cityById(id: number): City | null {
  const row = cityRows()[id - 1];
  return row ? { id, country_id: row[1], state_id: row[2] || null, name: row[3] } : null;
}

/** Everything, as the endpoint shows it; for the build and tests. Requests get `placesJson`. */
export const allPlaces = (): Places => ({
  countries: [...countriesById().values()],
  states: stateRows().map((_, at) => stateById(at + 1)!),
  cities: cityRows().map((_, at) => cityById(at + 1)!),
});

export type PlacesEncoding = 'br' | 'gzip' | 'identity';
export type PlacesAnswer = { body: Buffer; etag: string };

function answer(body: Buffer): PlacesAnswer {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

const brotli = lazily(() => answer(readPlacesFile('answer.json.br')));
const gzip = lazily(() => answer(readPlacesFile('answer.json.gz')));
const identityTag = lazily(() => identity().etag);
const identity = (): PlacesAnswer => answer(gunzipSync(gzip().body));

/**
 * The whole body of `GET get/country-state-city`, `{"status":"success","message":{countries, states, cities}}`, in a
 * content coding, with a strong ETag (quoted, one for each coding: RFC 9110, 8.8.3.3). The compressed ones are files
 * made by the build and stay in memory (0.6 MB); identity is unpacked for each call, as hardly a client wants it.
 */
export function placesJson(encoding: PlacesEncoding): PlacesAnswer {
  return encoding === 'br' ? brotli() : encoding === 'gzip' ? gzip() : identity();
}

/** The ETag alone, to answer `If-None-Match` without unpacking. */
export function placesEtag(encoding: PlacesEncoding): string {
  return encoding === 'identity' ? identityTag() : placesJson(encoding).etag;
}
