import { Badge, Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DetailedSendingDomain, SendingDomain } from '../../../../client/src/index.ts';
import { CopyButton } from '../../app/copy-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import styles from '../../app/rows.module.css';
import { StackedTable } from '../../app/stacked-table.tsx';
import { api } from '../../data/client.ts';
import { hasAllRecords } from '../../data/lists.ts';
import { logoWords } from '../../data/own-failures.ts';
import { type Texts, useTexts } from '../../texts/texts.ts';
import { DomainReports } from './domain-reports.tsx';
import { checkDomain } from './use-domain-checks.ts';

/** Only the administrator knows its value: it names the sending servers. */
const SPF = 'return_path_spf';

/** One domain; its records open below it. */
export function DomainRow({
  domain,
  checked,
  remove,
}: {
  domain: SendingDomain;
  /** Called after a check that was asked for. */
  checked: () => void;
  remove: () => void;
}) {
  const { id, is_verified } = domain;
  const texts = useTexts();
  const { settingsPage, domainReports } = texts;
  const [areReportsOpen, setReportsOpen] = useState(false);
  const [isOpen, setOpen] = useState(!hasAllRecords(domain));
  /** The names of these buttons in one list differ. */
  const named = (label: string) => ({ 'aria-label': `${label}: ${domain.domain}`, children: label });
  const check = useMutation({
    mutationFn: () => checkDomain(id),
    onSuccess: checked,
    onError: (error) => noteProblem(error, texts),
  });
  return (
    <li>
      <strong>{domain.domain}</strong>
      <Group>
        <Badge className={is_verified ? styles.good! : styles.open!} variant="light">
          {is_verified ? settingsPage.signed : settingsPage.unsigned}
        </Badge>
        <Button
          {...named(settingsPage.records)}
          variant="default"
          size="compact-md"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <Button
          {...named(domainReports.title)}
          variant="default"
          size="compact-md"
          aria-expanded={areReportsOpen}
          onClick={() => setReportsOpen(!areReportsOpen)}
        />
        <Button
          {...named(settingsPage.check)}
          variant="default"
          size="compact-md"
          loading={check.isPending}
          onClick={() => check.mutate()}
        />
        <Button {...named(texts.remove)} variant="default" size="compact-md" onClick={remove} />
      </Group>
      {isOpen && <Records id={id} />}
      {areReportsOpen && <DomainReports id={id} />}
    </li>
  );
}

/** A draft of an email with the records that the owner of the domain sets, for the person who can set them. */
function mailOf({ domain, records }: DetailedSendingDomain, texts: Texts['settingsPage']): string {
  const lines = records
    .filter(({ set_by, value, status }) => set_by === 'owner' && value !== null && status !== 'ok')
    .flatMap(({ type, host, value }) => [
      '',
      `${texts.record.type}: ${type}`,
      `${texts.record.host}: ${host}`,
      `${texts.record.value}: ${value}`,
    ]);
  const body = [texts.mailText(domain), ...lines].join('\r\n');
  return lines.length === 0
    ? ''
    : `mailto:?subject=${encodeURIComponent(texts.mailSubject(domain))}&body=${encodeURIComponent(body)}`;
}

function Records({ id }: { id: number }) {
  const texts = useTexts();
  const { settingsPage, domainReports } = texts;
  const details = useQuery({
    queryKey: ['sending-domain', id],
    queryFn: ({ signal }) => api.sendingDomainDetails({ id }, { signal }),
  });
  if (details.isPending) return <Waiting rows={3} />;
  if (details.isError) return <Unread error={details.error} retry={() => void details.refetch()} />;
  const { record, states } = settingsPage;
  const { bimi, domain } = details.data;
  const mail = mailOf(details.data, settingsPage);
  return (
    <div
      className={`${styles.details} table`}
      tabIndex={0}
      role="region"
      aria-label={`${domain}: ${settingsPage.records}`}
    >
      {mail !== '' && <a href={mail}>{settingsPage.mailRecords}</a>}
      <StackedTable
        columns={[record.type, record.host, record.value, record.status]}
        rows={details.data.records.map(({ purpose, type, host, value, status, found, set_by }) => ({
          key: purpose,
          cells: [
            { shown: type, className: 'plain' },
            {
              shown: (
                <div>
                  <code>{host}</code> <CopyButton value={host} of={`${record.host} ${host}`} />
                </div>
              ),
            },
            {
              shown: (set_by === 'operator' || value !== null || purpose === SPF) && (
                <div>
                  {set_by === 'operator' && <div className="soft">{settingsPage.byOperator}</div>}
                  {set_by === 'owner' && purpose === SPF && status !== 'ok' && (
                    <div className="soft">{settingsPage.askOperator}</div>
                  )}
                  {value !== null && (
                    <>
                      <code>{value}</code> <CopyButton value={value} of={`${record.value} ${host}`} />
                    </>
                  )}
                </div>
              ),
              className: styles.value ?? '',
            },
            {
              shown: (
                <div>
                  {states[status]}
                  {status === 'unknown' && <div className="soft">{settingsPage.unansweredHint}</div>}
                  {status === 'wrong' && <Instead of={found} />}
                </div>
              ),
            },
          ],
        }))}
      />
      {(bimi.status === 'ok' || bimi.status === 'wrong') && (
        <div>
          {domainReports.logo(bimi.status === 'ok')}
          {bimi.problems.map((problem) => (
            <div key={problem} className="soft">
              {logoWords(problem, texts)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** The values in the DNS that a record is to replace. */
function Instead({ of: found }: { of: readonly string[] }) {
  const { settingsPage } = useTexts();
  if (found.length === 0) return <div className="soft">{settingsPage.unusable}</div>;
  return (
    <div className="soft">
      {settingsPage.foundInstead(found.length)}
      {found.map((value) => (
        <div key={value}>
          <code>{value}</code>
        </div>
      ))}
    </div>
  );
}
