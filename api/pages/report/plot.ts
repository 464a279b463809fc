import { type Html, html } from '../../../common/domain/html.ts';
import { countOf } from '../../../common/domain/mail-details.ts';
import { localTime } from '../../../common/domain/times.ts';
import type { PlotColumns } from '../../domain/plot-columns.ts';
import { number, table } from './tables.ts';

const [WIDTH, HEIGHT] = [720, 200];
/** Columns for which there is room at least, so that few of them do not become blocks. */
const ROOM = 12;
const BARS = [
  ['opened', 0.1],
  ['clicked', 0.5],
] as const;

/** When people opened and clicked, as a plot and as a table. */
export function plotOf({ by, columns, isCut }: PlotColumns, timezone: string): Html {
  const shown = columns.map(({ from, counts }) => ({
    time: localTime(from, timezone).slice(0, by === 'hour' ? 16 : 10),
    opened: countOf(counts, 'opened'),
    clicked: countOf(counts, 'clicked'),
  }));
  const highest = Math.max(0, ...shown.flatMap(({ opened, clicked }) => [opened, clicked]));
  if (highest === 0) return html`<p class="soft">Nobody has opened or clicked yet.</p>`;
  const width = WIDTH / Math.max(ROOM, shown.length);
  const bars = shown.flatMap((column, place) =>
    BARS.filter(([name]) => column[name] > 0).map(([name, from]) => {
      const height = (column[name] / highest) * HEIGHT;
      return html`<rect class="${name}" x="${(place + from) * width}" y="${HEIGHT - height}" width="${width * 0.4}" height="${height}"/>`;
    }),
  );
  return html`<p class="legend"><span><i class="opened"></i>Opened</span><span><i class="clicked"></i>Clicked</span><span class="soft">Highest column: ${number(highest)}</span></p>
<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Openings and clicks by ${by}; the table below has the numbers">${bars}</svg>
<p class="axis"><span>${shown[0]!.time}</span>${shown.length > 1 && html`<span>${shown.at(-1)!.time}</span>`}</p>
${isCut && html`<p class="soft">Later days are not shown.</p>`}
<details><summary>Show as a table</summary>
${table(
  'Openings and clicks',
  [by === 'hour' ? 'Hour' : 'Day', 'Opened', 'Clicked'],
  shown
    .filter(({ opened, clicked }) => opened + clicked > 0)
    .map(({ time, opened, clicked }) => ({ name: time, numbers: [opened, clicked] })),
)}</details>`;
}
