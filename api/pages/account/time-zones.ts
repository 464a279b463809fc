import { type Html, html } from '../../../common/domain/html.ts';

const UTC = 'UTC';

/** Whether a zone is one of the choices. */
export const isOffered = (zone: string, current: string): boolean =>
  zone === current || zone === UTC || Intl.supportedValuesOf('timeZone').includes(zone);

/** Zones by their continent, as the choices of a select; `current` is among them whatever it is. */
export function timeZoneOptions(current: string): Html {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), current]);
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

/** Within its continent a place goes by its own name, so that typing the first letters finds it. */
const option = (zone: string, current: string): Html =>
  html`<option value="${zone}"${zone === current && html` selected`}>${zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')}</option>`;
