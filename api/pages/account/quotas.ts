import { type Html, html } from '../../../common/domain/html.ts';
import { QUOTA_NAMES, QUOTAS, type QuotaLimits, type QuotaName } from '../../../common/domain/quotas.ts';

const whole = (count: number): string => count.toLocaleString('en');

/** Bytes in a readable unit, with one decimal if it is not zero. */
function spokenBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? whole(size) : Number(size.toFixed(1))} ${units[unit]}`;
}

const spoken = (name: QuotaName, count: number): string =>
  QUOTAS[name].unit === 'bytes' ? spokenBytes(count) : whole(count);

/** The page shows no use of these quotas: the use belongs to one moment of one process. */
const MOMENTARY: ReadonlySet<QuotaName> = new Set(['calls', 'expensive_calls', 'renders_per_minute']);

/** The account's quotas and their use, in words. */
export const quotaSection = (
  limits: QuotaLimits,
  used: Readonly<Record<QuotaName, number>>,
): Html => html`<section aria-labelledby="quotas">
<h2 id="quotas">Quotas</h2>
<p class="soft">What your account may store and do. At a limit nothing is lost: programs get an error, and sends wait. Ask your administrator for more.</p>
<table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">What</th><th role="columnheader" scope="col">Used</th><th role="columnheader" scope="col">Of</th></tr></thead>
<tbody role="rowgroup">
${QUOTA_NAMES.map((name) => quotaRow(name, limits[name], MOMENTARY.has(name) ? null : used[name]))}</tbody>
</table>
</section>`;

const quotaRow = (name: QuotaName, limit: number, used: number | null): Html => {
  const { label, about } = QUOTAS[name];
  const full = used !== null && limit > 0 && used >= limit;
  return html`<tr role="row"><th role="rowheader" scope="row">${label}<span class="about">${about}</span></th>
<td role="cell" data-label="Used">${used === null ? '–' : spoken(name, used)}${full && html` <strong>(all of it)</strong>`}</td>
<td role="cell" data-label="Of">${limit === 0 ? 'no limit' : spoken(name, limit)}</td></tr>
`;
};
