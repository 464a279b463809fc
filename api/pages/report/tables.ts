import { type Html, html } from '../../../common/domain/html.ts';
import type { NumberFormat } from './numbers.ts';

export const table = (
  label: string,
  columns: readonly string[],
  lines: readonly { readonly name: string; readonly numbers: readonly number[] }[],
  { count }: NumberFormat,
): Html => html`<div class="table" tabindex="0" role="region" aria-label="${label}: ${columns.join(', ')}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${lines.map(
  ({ name, numbers }) =>
    html`<tr><th scope="row">${name}</th>${numbers.map((value) => html`<td>${count(value)}</td>`)}</tr>
`,
)}</tbody>
</table></div>`;
