import { type Html, html } from '../../../common/domain/html.ts';
import type { Language, ReportTexts } from '../texts/language.ts';

function numbersIn(language: Language) {
  const counts = new Intl.NumberFormat(language);
  const shares = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return {
    count: (value: number) => counts.format(value),
    share: (part: number, whole: number) => shares.format(whole === 0 ? 0 : part / whole),
  };
}

/** A formatter takes long to create. */
const NUMBERS = { en: numbersIn('en'), de: numbersIn('de') } as const;

export const numbersOf = ({ language }: ReportTexts) => NUMBERS[language];

export const table = (
  label: string,
  columns: readonly string[],
  lines: readonly { readonly name: string; readonly numbers: readonly number[] }[],
  texts: ReportTexts,
): Html => html`<div class="table" tabindex="0" role="region" aria-label="${label}: ${columns.join(', ')}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${lines.map(
  ({ name, numbers }) =>
    html`<tr><th scope="row">${name}</th>${numbers.map((value) => html`<td>${numbersOf(texts).count(value)}</td>`)}</tr>
`,
)}</tbody>
</table></div>`;
