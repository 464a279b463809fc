import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompressSync, gzip as gzipWithCallback } from 'node:zlib';
import { type Country, countriesById } from './countries.ts';
import { lazily } from './lazily.ts';
import { readAnswer } from './places-files.ts';

export { type Country, countriesById, countryName, findCountry, shownCountry } from './countries.ts';

/** A first-level division (GeoNames admin1). `code` is unique within its country, such as `CA` for California. */
export type State = { id: number; country_id: number; name: string; code: string };
/** `state_id` is null when the source names no division (18 places): `((sender_address))` would print an invented state. */
export type City = { id: number; country_id: number; state_id: number | null; name: string };
export type Places = { countries: Country[]; states: State[]; cities: City[] };

const plainAnswer = (): Buffer => brotliDecompressSync(brotli().body);

/** The first call reads all states and cities (30 ms, 2.5 MB kept). */
const rows = lazily((): Pick<Places, 'states' | 'cities'> => {
  const { states, cities } = (JSON.parse(plainAnswer().toString('utf8')) as { message: Places }).message;
  return { states, cities };
});

export const stateById = (id: number): Readonly<State> | null => rows().states[id - 1] ?? null;

export const cityById = (id: number): Readonly<City> | null => rows().cities[id - 1] ?? null;

export const allPlaces = (): Places => ({ countries: [...countriesById().values()], ...rows() });

export type PlacesEncoding = 'br' | 'gzip' | 'identity';
export type PlacesAnswer = { body: Buffer; etag: string };

function answer(body: Buffer): PlacesAnswer {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

const compress = promisify(gzipWithCallback);
const brotli = lazily(() => answer(readAnswer()));
const gzip = lazily(async () => answer(await compress(plainAnswer(), { level: 9 })));
const identityTag = lazily(() => identity().etag);
const identity = (): PlacesAnswer => answer(plainAnswer());

/**
 * The body of `GET get/country-state-city`, `{"status":"success","message":{countries, states, cities}}`, in a content coding, with a
 * strong ETag (quoted, one for each coding: RFC 9110, 8.8.3.3). Brotli is a file. The first call for gzip compresses it (0.3 s, outside the
 * event loop). Both stay in memory (0.5 MB). Identity is unpacked for each call, because hardly any client requests it.
 */
export async function placesJson(encoding: PlacesEncoding): Promise<PlacesAnswer> {
  return encoding === 'br' ? brotli() : encoding === 'gzip' ? gzip() : identity();
}

export async function placesEtag(encoding: PlacesEncoding): Promise<string> {
  return encoding === 'identity' ? identityTag() : (await placesJson(encoding)).etag;
}
