import { type Html, html } from '../../../common/domain/html.ts';

const NUMBERS = new Intl.NumberFormat('en');
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export const number = (value: number): string => NUMBERS.format(value);
export const percent = (part: number, whole: number): string =>
  PERCENT.format(whole === 0 ? 0 : part / whole);

/** A table of a name and its numbers. It scrolls by itself where it is wider than the page. */
export const table = (
  label: string,
  columns: readonly string[],
  lines: readonly { readonly name: string; readonly numbers: readonly number[] }[],
): Html => html`<div class="table" tabindex="0" role="region" aria-label="${label}: ${columns.join(', ')}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${lines.map(
  ({ name, numbers }) =>
    html`<tr><th scope="row">${name}</th>${numbers.map((value) => html`<td>${number(value)}</td>`)}</tr>
`,
)}</tbody>
</table></div>`;
