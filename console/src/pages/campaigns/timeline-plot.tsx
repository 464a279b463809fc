import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BarPlot, PLOT_HEIGHT, PlotTable } from '../../app/bar-plot.tsx';
import { useFormats } from '../../app/formats.ts';
import { LinePlot } from '../../app/line-plot.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import type { Mailing } from '../../data/mailing.ts';
import { useTexts } from '../../texts/texts.ts';
import { timelineQuery } from './details-queries.ts';

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const;
/** The most columns of a plot. Later events are in the table. */
const MOST = 120;

interface TimelineColumn {
  /** Milliseconds of the account's own clock, as if it were UTC. */
  readonly at: number;
  readonly opened: number;
  readonly clicked: number;
}

/** The columns of a plot, including those without events. */
function columnsOf(entries: readonly TimelineColumn[], step: number): TimelineColumn[] {
  const [first] = entries;
  if (!first) return [];
  const byTime = new Map(entries.map((one) => [one.at, one]));
  const count = Math.min(MOST, Math.round((entries.at(-1)!.at - first.at) / step) + 1);
  return Array.from({ length: count }, (_, place) => {
    const at = first.at + place * step;
    return byTime.get(at) ?? { at, opened: 0, clicked: 0 };
  });
}

const sumsOf = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => (sum += value));
};

/** When people opened and clicked, as a plot and as a table. */
export function TimelinePlot({ mailing }: { mailing: Mailing }) {
  const { campaignsPage, reportParts } = useTexts();
  const { timeline: texts } = campaignsPage;
  const { localDateTime, number } = useFormats();
  const [shown, setShown] = useState<'total' | 'hour' | 'day'>('total');
  const by = shown === 'day' ? 'day' : 'hour';
  const found = useQuery(timelineQuery(mailing, by));
  const entries = found.data ?? [];
  const columns = columnsOf(
    entries.map(({ local_time, opened, clicked }) => ({
      at: Date.parse(`${local_time.replace(' ', 'T')}Z`),
      opened,
      clicked,
    })),
    STEP_MS[by],
  );
  const isEmpty = entries.every(({ opened, clicked }) => opened + clicked === 0);
  const timeOf = (at: number): string =>
    localDateTime(new Date(at).toISOString().slice(0, 19).replace('T', ' '));
  return (
    <section className="card" aria-labelledby="timeline">
      <div className="head">
        <h2 id="timeline">{texts.title}</h2>
        <SegmentedControl
          aria-label={texts.by}
          data={[
            { value: 'total', label: reportParts.cumulative },
            { value: 'hour', label: texts.hour },
            { value: 'day', label: texts.day },
          ]}
          value={shown}
          onChange={(value) => setShown(value)}
        />
      </div>
      {found.isPending && <Waiting rows={1} height={PLOT_HEIGHT} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {found.data && isEmpty && <p className="soft">{texts.none}</p>}
      {found.data && !isEmpty && (
        <>
          {shown === 'total' ? (
            <LinePlot
              title={texts.title}
              points={columns.map(({ at }) => timeOf(at))}
              lines={[
                { name: texts.opened, of: 'main', values: sumsOf(columns.map(({ opened }) => opened)) },
                { name: texts.clicked, of: 'second', values: sumsOf(columns.map(({ clicked }) => clicked)) },
              ]}
              format={number}
            />
          ) : (
            <BarPlot
              series={[
                { name: texts.opened, of: 'main' },
                { name: texts.clicked, of: 'second' },
              ]}
              columns={columns.map(({ at, opened, clicked }) => ({
                name: timeOf(at),
                values: [opened, clicked],
              }))}
            />
          )}
          <PlotTable
            head={[texts.at, texts.delivered, texts.opened, texts.clicked]}
            rows={entries.map(({ starts_at, local_time, accepted, opened, clicked }) => ({
              key: starts_at,
              name: localDateTime(local_time),
              values: [accepted, opened, clicked],
            }))}
          />
        </>
      )}
    </section>
  );
}
