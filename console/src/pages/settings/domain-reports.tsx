import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import styles from '../../app/rows.module.css';
import { StackedTable } from '../../app/stacked-table.tsx';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';

/** Sources with the most failures are what a person has to look at. */
const MOST = 50;

/** Reports of receivers about mails from a domain, and the next DMARC policy. */
export function DomainReports({ id }: { id: number }) {
  const { domainReports } = useTexts();
  const { day, number } = useFormats();
  const reports = useQuery({
    queryKey: ['sending-domain-reports', id],
    queryFn: ({ signal }) => api.sendingDomainReports({ id }, { signal }),
  });
  if (reports.isPending) return <Waiting rows={3} />;
  if (reports.isError) return <Unread error={reports.error} retry={() => void reports.refetch()} />;
  const { sources, tls, next_step: step, address } = reports.data;
  if (address === null) return <p>{domainReports.off}</p>;
  const { column, causes } = domainReports;
  const shown = [...sources]
    .sort(
      (one, other) => Number(other.cause !== null) - Number(one.cause !== null) || other.mails - one.mails,
    )
    .slice(0, MOST);
  return (
    <div className={styles.details}>
      {(step.policy !== null || step.next !== null) && (
        <p>
          {step.policy === null
            ? domainReports.noPolicy
            : `${domainReports.policy(step.policy)} ${step.next === null ? domainReports.strictest : domainReports.next(step.next, step.ready)}`}
        </p>
      )}
      {step.value !== null && step.ready && (
        <p>
          <code>{step.value}</code>
        </p>
      )}
      {step.waits_for.length > 0 && (
        <ul>
          {step.waits_for.map((wait) => (
            <li key={wait}>{domainReports.waits[wait]}</li>
          ))}
        </ul>
      )}
      <p className="soft">{domainReports.sum(step)}</p>
      {sources.length === 0 && tls.length === 0 && <p>{domainReports.none}</p>}
      {shown.length > 0 && (
        <div className="table" tabIndex={0} role="region" aria-label={domainReports.sources}>
          <StackedTable
            columns={[column.reporter, column.date, column.source, column.mails, column.result]}
            numbers={[column.mails]}
            rows={shown.map((row, at) => ({
              key: at,
              cells: [
                {
                  shown: (
                    <div>
                      {row.reporter}
                      {!row.verified && <div className="soft">{domainReports.unverified}</div>}
                    </div>
                  ),
                },
                { shown: day(row.date), className: 'plain' },
                { shown: <code>{row.ip}</code> },
                { shown: number(row.mails) },
                {
                  shown: (
                    <div>
                      {row.cause === null
                        ? row.ours
                          ? domainReports.passed
                          : domainReports.foreignPassed
                        : causes[row.cause]}
                      {row.since !== null && (
                        <div className="soft">{domainReports.since(day(row.since))}</div>
                      )}
                      {/* In UTC, as the days of the reports are. */}
                      {row.change !== null && (
                        <div className="soft">
                          {domainReports.change(
                            domainReports.records[row.change.purpose] ?? '',
                            row.change.at === null ? '' : day(row.change.at.slice(0, 10)),
                          )}
                        </div>
                      )}
                    </div>
                  ),
                },
              ],
            }))}
          />
        </div>
      )}
      {tls.length > 0 && (
        <div className="table" tabIndex={0} role="region" aria-label={domainReports.tls}>
          <h3>{domainReports.tls}</h3>
          <StackedTable
            columns={[column.reporter, column.date, column.result]}
            rows={tls.slice(0, MOST).map((row, at) => ({
              key: at,
              cells: [
                { shown: row.reporter },
                { shown: day(row.date), className: 'plain' },
                { shown: domainReports.connections(row.successes, row.failures) },
              ],
            }))}
          />
        </div>
      )}
    </div>
  );
}
