import { type Html, html } from '../../../common/domain/html.ts';
import { nearestName } from '../../../common/domain/near-names.ts';
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

const ZONE_MAX = 80;

/** The hint for a text that is no time zone. */
export function zoneHint(given: string): string {
  const zones = [...zonesByContinent('UTC').values()].flat();
  const near = nearestName(given.slice(0, ZONE_MAX), zones);
  return `${near === null ? '' : `Did you mean ${near}? `}Write an IANA time zone, such as Europe/Berlin or UTC.`;
}
