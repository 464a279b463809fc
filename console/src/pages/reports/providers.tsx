import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { csvOf } from '../../app/csv.ts';
import { saveAs } from '../../app/download.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import { ReceiverChoice } from '../../app/receiver-choice.tsx';
import { type ReceiverKind, receiversOf } from '../../data/receivers.ts';
import { type Days, providersQuery } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';
import { ProvidersTable } from './providers-table.tsx';
import { cellsOf, headsOf } from './report-columns.ts';

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
      `${texts.domains}.csv`,
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
