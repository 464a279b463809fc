import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Unread, Waiting } from '../../app/page.tsx';
import { useNear } from '../../app/use-near.ts';
import { receiversOf } from '../../data/receivers.ts';
import { daysQuery, growthOf, monthDomainsQuery } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';
import { GrowthPlot } from '../reports/growth.tsx';
import { ProvidersTable } from '../reports/providers-table.tsx';
import styles from './campaigns.module.css';

const SHOWN = 6;

/** The growth of contacts in the last 30 days. It is read shortly before it is in view, because it is at the end of the page. */
export function MonthGrowth() {
  const { reportsPage: texts } = useTexts();
  const { ref, isNear } = useNear();
  const found = useQuery({ ...daysQuery({}), enabled: isNear });
  const lines = found.data?.statistics;
  const isStill = lines?.every(({ contact_types: types }) => types.length === 0);
  return (
    <section ref={ref} className="card" aria-labelledby="month-growth">
      <h2 id="month-growth">{texts.growth}</h2>
      {found.isPending && (isNear ? <Waiting rows={1} height={300} /> : <div className={styles.later} />)}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {lines && <p className="soft">{isStill ? texts.noGrowth : texts.growthMonth(growthOf(lines))}</p>}
      {lines && !isStill && <GrowthPlot lines={lines} />}
    </section>
  );
}

/** The domains with the most emails. */
export function MonthProviders() {
  const { reportsPage: texts } = useTexts();
  const { ref, isNear } = useNear();
  const found = useQuery({ ...monthDomainsQuery, enabled: isNear });
  const lines = found.data?.statistics;
  return (
    <section ref={ref} className="card" aria-labelledby="month-providers">
      <h2 id="month-providers">{texts.domains}</h2>
      <p className="soft">{texts.domainsMonth}</p>
      {found.isPending && (isNear ? <Waiting rows={SHOWN} /> : <div className={styles.later} />)}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {lines && <ProvidersTable lines={receiversOf(lines.slice(0, SHOWN), 'domain')} by="domain" />}
      <p>
        <Link to="/reports">{texts.toReports}</Link>
      </p>
    </section>
  );
}
