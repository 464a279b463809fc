import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { csvOf } from '../../app/csv.ts';
import { saveAs } from '../../app/download.ts';
import { useFormats } from '../../app/formats.ts';
import { NumbersTable } from '../../app/numbers-table.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { ReceiverChoice, useReceiverRow } from '../../app/receivers.tsx';
import { sentOf } from '../../data/counts.ts';
import { type ReceiverKind, type ReceiverLine, receiversOf } from '../../data/receivers.ts';
import { type Days, providersQuery } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';
import { cellsOf, headsOf } from './csv-columns.ts';

/** Providers that are shown before all are asked for. */
const SHOWN = 20;

/** Mailbox providers, or domains, with the most emails first. */
export function Providers({ days }: { days: Days }) {
  const { reportsPage: texts, campaignsPage, reportParts } = useTexts();
  const [isWhole, setWhole] = useState(false);
  const [by, setBy] = useState<ReceiverKind>('provider');
  const found = useQuery(providersQuery(days));
  const domains = found.data?.statistics;
  const lines = domains && receiversOf(domains, by);
  const save = (): void =>
    saveAs(
      'providers.csv',
      csvOf([
        [campaignsPage.domains.domain, reportParts.provider, ...headsOf(texts)],
        ...(domains ?? []).map((line) => [
          line.domain ?? campaignsPage.domains.others,
          line.provider ?? '',
          ...cellsOf(line),
        ]),
      ]),
    );
  return (
    <section className="card" aria-labelledby="providers">
      <div className="head">
        <h2 id="providers">{texts.domains}</h2>
        <Group gap="xs">
          <ReceiverChoice by={by} choose={setBy} />
          <Button variant="default" onClick={save} disabled={!lines}>
            {texts.domainsAsCsv}
          </Button>
        </Group>
      </div>
      <p className="soft">{texts.domainsHint}</p>
      {found.isPending && <Waiting rows={4} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {lines && <ProvidersTable by={by} lines={isWhole ? lines : lines.slice(0, SHOWN)} />}
      {lines && !isWhole && lines.length > SHOWN && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {texts.allDomains(lines.length)}
        </Button>
      )}
    </section>
  );
}

export function ProvidersTable({ lines, by }: { lines: readonly ReceiverLine[]; by: ReceiverKind }) {
  const { reportsPage: texts, campaignsPage, reportParts } = useTexts();
  const rowOf = useReceiverRow();
  const { percent } = useFormats();
  if (lines.length === 0) return <p className="soft">{texts.noDomains}</p>;
  return (
    <NumbersTable
      title={texts.domains}
      columns={[
        by === 'domain' ? campaignsPage.domains.domain : reportParts.provider,
        texts.sent,
        texts.delivered,
        texts.opened,
        texts.clicked,
        texts.unsubscribed,
        texts.bounced,
      ]}
      rows={lines.map((line) => ({
        ...rowOf(line),
        numbers: [
          sentOf(line),
          percent(line.accepted, sentOf(line)),
          percent(line.opened, line.accepted),
          percent(line.clicked, line.accepted),
          percent(line.unsubscribed, line.accepted),
          percent(line.bounced, sentOf(line)),
        ],
      }))}
    />
  );
}
