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
