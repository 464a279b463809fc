import { type Html, html } from '../../../common/domain/html.ts';

const UTC = 'UTC';

/** Cities whose name in Unicode's CLDR, and so in Node, is outdated (the tz database's `backward`). */
const TODAY: Readonly<Record<string, string>> = {
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

export function timeZoneOptions(current: string): Html {
  const zones = new Set([...Intl.supportedValuesOf('timeZone').map((zone) => TODAY[zone] ?? zone), current]);
  zones.delete(UTC);
  const continents = new Map<string, string[]>();
  for (const zone of [...zones].sort()) {
    const [continent = ''] = zone.split('/');
    continents.set(continent, [...(continents.get(continent) ?? []), zone]);
  }
  return html`${option(UTC, current)}${[...continents].map(
    ([continent, members]) =>
      html`<optgroup label="${continent}">${members.map((zone) => option(zone, current))}</optgroup>
`,
  )}`;
}

/** An option begins with the city, so that typing its first letters finds it. */
const option = (zone: string, current: string): Html =>
  html`<option value="${zone}"${zone === current && html` selected`}>${zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')}</option>`;
