import { type Html, html } from '../../../common/domain/html.ts';
import { countOfEvent } from '../../../common/domain/mail-details.ts';
import { localTime } from '../../../common/domain/times.ts';
import type { PlotColumns } from '../../services/domain/plot-columns.ts';
import type { ReportTexts } from '../texts/language.ts';
import { numbersOf, table } from './numbers.ts';

const [WIDTH, HEIGHT] = [720, 200];
/** The plot has space for at least so many columns, so that few columns do not become wide blocks. */
const ROOM = 12;
const BARS = [
  ['opened', 0.1],
  ['clicked', 0.5],
] as const;

export function plotOf({ by, columns, isCut }: PlotColumns, timezone: string, texts: ReportTexts): Html {
  const { plot: said, opened, clicked } = texts;
  const shown = columns.map(({ from, counts }) => ({
    time: localTime(from, timezone).slice(0, by === 'hour' ? 16 : 10),
    opened: countOfEvent(counts, 'opened'),
    clicked: countOfEvent(counts, 'clicked'),
  }));
  const highest = Math.max(0, ...shown.flatMap((column) => [column.opened, column.clicked]));
  if (highest === 0) return html`<p class="soft">${said.none}</p>`;
  const width = WIDTH / Math.max(ROOM, shown.length);
  const bars = shown.flatMap((column, place) =>
    BARS.filter(([name]) => column[name] > 0).map(([name, from]) => {
      const height = (column[name] / highest) * HEIGHT;
      return html`<rect class="${name}" x="${(place + from) * width}" y="${HEIGHT - height}" width="${width * 0.4}" height="${height}"/>`;
    }),
  );
  return html`<p class="legend"><span><i class="opened"></i>${opened}</span><span><i class="clicked"></i>${clicked}</span><span class="soft">${said.highest(numbersOf(texts).count(highest))}</span></p>
<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${said.alt[by]}">${bars}</svg>
<p class="axis"><span>${shown[0]!.time}</span>${shown.length > 1 && html`<span>${shown.at(-1)!.time}</span>`}</p>
${isCut && html`<p class="soft">${said.isCut}</p>`}
<details><summary>${said.asTable}</summary>
${table(
  said.table,
  [said.columns[by], opened, clicked],
  shown
    .filter((column) => column.opened + column.clicked > 0)
    .map((column) => ({ name: column.time, numbers: [column.opened, column.clicked] })),
  texts,
)}</details>`;
}
