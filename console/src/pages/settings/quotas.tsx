import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Quota } from '../../../../client/src/index.ts';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';

/** Limits of programs and of the service’s own work say nothing to a marketer. */
const SHOWN: readonly Quota['name'][] = [
  'mails_per_day',
  'contacts',
  'opt_outs',
  'segments',
  'automations',
  'sending_domains',
  'stored_bytes',
];

/** From here, a limit is near. */
const NEAR = 90;

/** The limits of the account, and their use. */
export function Quotas() {
  const { quotaTexts } = useTexts();
  const found = useQuery({
    queryKey: ['quotas'],
    queryFn: ({ signal }) => api.quotaList({}, { signal }),
    staleTime: 0,
  });
  const shown = SHOWN.flatMap((name) => {
    const quota = found.data?.find((one) => one.name === name);
    return quota && quota.used !== null ? { ...quota, used: quota.used } : [];
  });
  return (
    <section className="card" aria-labelledby="quotas">
      <h2 id="quotas">{quotaTexts.title}</h2>
      <p className="soft">{quotaTexts.hint}</p>
      {found.isPending && <Waiting rows={4} height={56} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      <ul className={rows.rows}>
        {shown.map((quota) => (
          <QuotaRow key={quota.name} quota={quota} />
        ))}
      </ul>
    </section>
  );
}

function QuotaRow({ quota: { name, limit, used, unit } }: { quota: Quota & { used: number } }) {
  const { quotaTexts } = useTexts();
  const { number } = useFormats();
  const words = (value: number): string =>
    unit === 'bytes' ? quotaTexts.megabytes(value / 1e6) : number(value);
  // Rounded, since screen readers take no exponents.
  const percent = limit === null || limit === 0 ? null : Math.round(Math.min(100, (100 * used) / limit));
  const label = quotaTexts.names[name as keyof typeof quotaTexts.names];
  return (
    <li>
      <div>
        <strong>{label}</strong>
        <div className="soft">
          {percent === null ? quotaTexts.unlimited(words(used)) : quotaTexts.of(words(used), words(limit!))}
        </div>
        {percent !== null && percent >= NEAR && <div>{quotaTexts.near}</div>}
      </div>
      {percent !== null && (
        <div className={rows.details}>
          <Progress value={percent} aria-label={label} color={percent >= NEAR ? 'red.9' : 'brand'} />
        </div>
      )}
    </li>
  );
}
