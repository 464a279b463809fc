import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Unread, Waiting } from '../../app/page.tsx';
import styles from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';

/** Sources with the most failures are what a person has to look at. */
const MOST = 50;

/** Reports of receivers about mails from a domain, and the next DMARC policy. */
export function DomainReports({ id }: { id: number }) {
  const { domainReports } = useTexts();
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
          <Table verticalSpacing="xs" miw={720}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th className="plain">{column.date}</Table.Th>
                <Table.Th>{column.reporter}</Table.Th>
                <Table.Th>{column.source}</Table.Th>
                <Table.Th>{column.mails}</Table.Th>
                <Table.Th>{column.result}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((row, at) => (
                <Table.Tr key={at}>
                  <Table.Td className="plain">{row.date}</Table.Td>
                  <Table.Td>
                    {row.reporter}
                    {!row.verified && <div className="soft">{domainReports.unverified}</div>}
                  </Table.Td>
                  <Table.Td>
                    <code>{row.ip}</code>
                  </Table.Td>
                  <Table.Td>{row.mails}</Table.Td>
                  <Table.Td>
                    {row.cause === null
                      ? row.ours
                        ? domainReports.passed
                        : domainReports.foreignPassed
                      : causes[row.cause]}
                    {row.since !== null && <div className="soft">{domainReports.since(row.since)}</div>}
                    {row.change !== null && (
                      <div className="soft">
                        {domainReports.change(
                          domainReports.records[row.change.purpose] ?? '',
                          row.change.at?.slice(0, 10) ?? '',
                        )}
                      </div>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {tls.length > 0 && (
        <div className="table" tabIndex={0} role="region" aria-label={domainReports.tls}>
          <h3>{domainReports.tls}</h3>
          <Table verticalSpacing="xs" miw={720}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th className="plain">{column.date}</Table.Th>
                <Table.Th>{column.reporter}</Table.Th>
                <Table.Th>{column.result}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tls.slice(0, MOST).map((row, at) => (
                <Table.Tr key={at}>
                  <Table.Td className="plain">{row.date}</Table.Td>
                  <Table.Td>{row.reporter}</Table.Td>
                  <Table.Td>{domainReports.connections(row.successes, row.failures)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </div>
  );
}
