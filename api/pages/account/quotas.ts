import { type Html, html } from '../../../common/domain/html.ts';
import { QUOTA_NAMES, QUOTAS, type QuotaLimits, type QuotaName } from '../../../common/domain/quotas.ts';
import type { Language, OverviewTexts } from '../texts/language.ts';
import { stackedTable } from './fields.ts';

const whole = (count: number, language: Language): string => count.toLocaleString(language);

function spokenBytes(bytes: number, language: Language): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${whole(Number(size.toFixed(1)), language)} ${units[unit]}`;
}

const spoken = (name: QuotaName, count: number, language: Language): string =>
  QUOTAS[name].unit === 'bytes' ? spokenBytes(count, language) : whole(count, language);

/** No use is shown for these: it belongs to one process at one moment. */
const MOMENTARY: ReadonlySet<QuotaName> = new Set(['calls', 'expensive_calls', 'renders_per_minute']);

export const quotaSection = (
  limits: QuotaLimits,
  used: Readonly<Record<QuotaName, number>>,
  texts: OverviewTexts,
): Html => {
  const { quotas } = texts;
  return html`<section aria-labelledby="quotas">
<h2 id="quotas">${quotas.title}</h2>
<p class="soft">${quotas.hint}</p>
${stackedTable(
  '',
  [quotas.what, quotas.used, quotas.of],
  QUOTA_NAMES.map((name) => quotaRow(name, limits[name], MOMENTARY.has(name) ? null : used[name], texts)),
)}
</section>`;
};

const quotaRow = (
  name: QuotaName,
  limit: number,
  used: number | null,
  { language, quotas }: OverviewTexts,
): Html => {
  const { label, about } = quotas.names[name];
  const full = used !== null && limit > 0 && used >= limit;
  return html`<tr role="row"><th role="rowheader" scope="row">${label}<span class="about">${about}</span></th>
<td role="cell" data-label="${quotas.used}">${used === null ? '–' : spoken(name, used, language)}${full && html` <strong>${quotas.full}</strong>`}</td>
<td role="cell" data-label="${quotas.of}">${limit === 0 ? quotas.noLimit : spoken(name, limit, language)}</td></tr>
`;
};
