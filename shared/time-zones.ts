/** Cities whose name in Unicode's CLDR, and so in Node and browsers, is outdated (the tz database's `backward`). */
export const ZONES_TODAY: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** The name that a zone has today. */
export const todayOf = (zone: string): string => ZONES_TODAY[zone] ?? zone;

/** The zone of this browser or process. */
export const zoneHere = (): string => todayOf(Intl.DateTimeFormat().resolvedOptions().timeZone);

const DAY_MS = 86_400_000;

/**
 * The instant at which the clock of a zone shows `clock`, a time as if it were in UTC. For a time that a clock change skips the next existing instant; for one
 * that occurs twice the first. `offsetAt`: milliseconds by which the clock is ahead of UTC.
 */
export function instantOfClock(clock: number, offsetAt: (instant: number) => number): number {
  const [before, after] = [offsetAt(clock - DAY_MS), offsetAt(clock + DAY_MS)];
  const readings = [clock - before, clock - after].sort((a, b) => a - b);
  const first = readings.find((instant) => instant + offsetAt(instant) === clock);
  if (first !== undefined) return first;
  let [early, late] = readings as [number, number];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offsetAt(middle) === after) late = middle;
    else early = middle;
  }
  return late;
}

const UTC = 'UTC';

/** All time zones and `current`, by continent and in order; `UTC` is a continent of its own, and the first. */
export function zonesByContinent(current: string): ReadonlyMap<string, readonly string[]> {
  const zones = new Set([...Intl.supportedValuesOf('timeZone').map(todayOf), current]);
  zones.delete(UTC);
  const continents = new Map<string, string[]>([[UTC, [UTC]]]);
  for (const zone of [...zones].sort()) {
    const [continent = ''] = zone.split('/');
    continents.set(continent, [...(continents.get(continent) ?? []), zone]);
  }
  return continents;
}

/** A choice begins with the city, so that typing its first letters finds it. `Etc/GMT+5` has none, and its sign is the reverse of that of `GMT+5`. */
export const cityOf = (zone: string): string =>
  zone.startsWith('Etc/') ? zone : zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ');
