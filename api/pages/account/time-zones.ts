import { type Html, html } from '../../../common/domain/html.ts';
import { cityOf, zonesByContinent } from '../../../shared/time-zones.ts';

export function timeZoneOptions(current: string): Html {
  const [[, utc] = ['', []], ...continents] = zonesByContinent(current);
  return html`${utc.map((zone) => option(zone, current))}${continents.map(
    ([continent, members]) =>
      html`<optgroup label="${continent}">${members.map((zone) => option(zone, current))}</optgroup>
`,
  )}`;
}

const option = (zone: string, current: string): Html =>
  html`<option value="${zone}"${zone === current && html` selected`}>${cityOf(zone)}</option>`;
