import { Badge, Button, Group, Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SendingDomain } from '../../../../client/src/index.ts';
import { CopyButton } from '../../app/copy-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import styles from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { hasAllRecords, sendingDomains } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { DomainReports } from './domain-reports.tsx';

/** One domain; its records open below it. */
export function DomainRow({ domain, remove }: { domain: SendingDomain; remove: () => void }) {
  const { id, is_verified } = domain;
  const texts = useTexts();
  const { settingsPage, domainReports } = texts;
  const [areReportsOpen, setReportsOpen] = useState(false);
  const [isOpen, setOpen] = useState(!hasAllRecords(domain));
  const check = useMutation({
    mutationFn: () => api.sendingDomainCheck({ id }),
    onSuccess: async (checked) => {
      queries.setQueryData(['sending-domain', id], checked);
      await queries.invalidateQueries({ queryKey: sendingDomains.queryKey });
    },
    onError: (error) => noteProblem(error, texts),
  });
  return (
    <li>
      <strong>{domain.domain}</strong>
      <Group>
        <Badge className={is_verified ? styles.good! : styles.open!} variant="light">
          {is_verified ? settingsPage.signed : settingsPage.unsigned}
        </Badge>
        <Button variant="default" size="compact-md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {settingsPage.records}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          aria-expanded={areReportsOpen}
          onClick={() => setReportsOpen(!areReportsOpen)}
        >
          {domainReports.title}
        </Button>
        <Button variant="default" size="compact-md" loading={check.isPending} onClick={() => check.mutate()}>
          {settingsPage.check}
        </Button>
        <Button variant="default" size="compact-md" onClick={remove}>
          {texts.remove}
        </Button>
      </Group>
      {isOpen && <Records id={id} />}
      {areReportsOpen && <DomainReports id={id} />}
    </li>
  );
}

function Records({ id }: { id: number }) {
  const { settingsPage, domainReports } = useTexts();
  const details = useQuery({
    queryKey: ['sending-domain', id],
    queryFn: ({ signal }) => api.sendingDomainDetails({ id }, { signal }),
  });
  if (details.isPending) return <Waiting rows={3} />;
  if (details.isError) return <Unread error={details.error} retry={() => void details.refetch()} />;
  const { record, states } = settingsPage;
  const { bimi } = details.data;
  return (
    <div className={`${styles.details} table`} tabIndex={0} role="region" aria-label={settingsPage.records}>
      <Table verticalSpacing="xs" miw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="plain">{record.type}</Table.Th>
            <Table.Th>{record.host}</Table.Th>
            <Table.Th>{record.value}</Table.Th>
            <Table.Th>{record.status}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {details.data.records.map(({ purpose, type, host, value, status, problem, set_by }) => (
            <Table.Tr key={purpose}>
              <Table.Td className="plain">{type}</Table.Td>
              <Table.Td>
                <code>{host}</code>
              </Table.Td>
              <Table.Td maw={420}>
                {set_by === 'operator' && <div className="soft">{settingsPage.byOperator}</div>}
                {value !== null && (
                  <>
                    <code>{value}</code> <CopyButton value={value} />
                  </>
                )}
              </Table.Td>
              <Table.Td>
                {states[status]}
                {status === 'unknown' ? (
                  <div className="soft">{settingsPage.unansweredHint}</div>
                ) : (
                  problem !== null && <div className="soft">{problem}</div>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {(bimi.status === 'ok' || bimi.status === 'wrong') && (
        <div>
          {domainReports.logo(bimi.status === 'ok')}
          {bimi.problems.map((problem) => (
            <div key={problem} className="soft">
              {problem}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
