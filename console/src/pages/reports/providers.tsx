import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statistics } from '../../../../client/src/index.ts';
import { csvOf } from '../../app/csv.ts';
import { saveAs } from '../../app/download.ts';
import { useFormats } from '../../app/formats.ts';
import { NumbersTable } from '../../app/numbers-table.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { type Days, providersQuery, sentOf } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';
import { cellsOf, headsOf } from './csv-columns.ts';

/** Providers that are shown before all are asked for. */
const SHOWN = 20;

/** Domains with the most emails first. */
export function Providers({ days }: { days: Days }) {
  const { reportsPage: texts, campaignsPage } = useTexts();
  const [isWhole, setWhole] = useState(false);
  const found = useQuery(providersQuery(days));
  const lines = found.data?.statistics;
  const save = (): void =>
    saveAs(
      'providers.csv',
      csvOf([
        [campaignsPage.domains.domain, ...headsOf(texts)],
        ...(lines ?? []).map((line) => [line.domain ?? campaignsPage.domains.others, ...cellsOf(line)]),
      ]),
    );
  return (
    <section className="card" aria-labelledby="providers">
      <div className="head">
        <h2 id="providers">{texts.domains}</h2>
        <Button variant="default" onClick={save} disabled={!lines}>
          {texts.domainsAsCsv}
        </Button>
      </div>
      <p className="soft">{texts.domainsHint}</p>
      {found.isPending && <Waiting rows={4} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {lines && <ProvidersTable lines={isWhole ? lines : lines.slice(0, SHOWN)} />}
      {lines && !isWhole && lines.length > SHOWN && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {texts.allDomains(lines.length)}
        </Button>
      )}
    </section>
  );
}

export function ProvidersTable({ lines }: { lines: readonly Statistics[] }) {
  const { reportsPage: texts, campaignsPage } = useTexts();
  const { percent } = useFormats();
  if (lines.length === 0) return <p className="soft">{texts.noDomains}</p>;
  return (
    <NumbersTable
      title={texts.domains}
      columns={[
        campaignsPage.domains.domain,
        texts.sent,
        texts.delivered,
        texts.opened,
        texts.clicked,
        texts.unsubscribed,
        texts.bounced,
      ]}
      rows={lines.map((line) => ({
        name: line.domain ?? campaignsPage.domains.others,
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
