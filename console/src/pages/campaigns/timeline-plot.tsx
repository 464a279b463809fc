import { SegmentedControl, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Unread, Waiting } from '../../app/page.tsx';
import type { Mailing } from '../../data/mailing.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { timelineQuery } from './details-queries.ts';
import styles from './timeline-plot.module.css';

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const;
/** Columns that a plot has at most: what happened later is in the table. */
const MOST = 120;
const [WIDTH, HEIGHT] = [720, 200];

interface Column {
  /** Milliseconds of the account's own clock, as if it were UTC. */
  readonly at: number;
  readonly opened: number;
  readonly clicked: number;
}

/** The columns of a plot: also those in which nothing happened. */
function columnsOf(entries: readonly Column[], step: number): Column[] {
  const [first] = entries;
  if (!first) return [];
  const byTime = new Map(entries.map((one) => [one.at, one]));
  const count = Math.min(MOST, Math.round((entries.at(-1)!.at - first.at) / step) + 1);
  return Array.from({ length: count }, (_, place) => {
    const at = first.at + place * step;
    return byTime.get(at) ?? { at, opened: 0, clicked: 0 };
  });
}

/** When people opened and clicked, as a plot and as a table. */
export function TimelinePlot({ mailing }: { mailing: Mailing }) {
  const { timeline: texts } = useTexts().campaignsPage;
  const { number, localDateTime } = useFormats();
  const [by, setBy] = useState<'hour' | 'day'>('hour');
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
  const highest = Math.max(1, ...columns.map(({ opened, clicked }) => Math.max(opened, clicked)));
  const isEmpty = entries.every(({ opened, clicked }) => opened + clicked === 0);
  const timeOf = (at: number): string =>
    localDateTime(new Date(at).toISOString().slice(0, 19).replace('T', ' '));
  const width = WIDTH / Math.max(12, columns.length);
  return (
    <section className="card" aria-labelledby="timeline">
      <div className="head">
        <h2 id="timeline">{texts.title}</h2>
        <SegmentedControl
          aria-label={texts.by}
          data={[
            { value: 'hour', label: texts.hour },
            { value: 'day', label: texts.day },
          ]}
          value={by}
          onChange={(value) => setBy(value)}
        />
      </div>
      {found.isPending && <Waiting rows={1} height={HEIGHT} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {found.data && isEmpty && <p className="soft">{texts.none}</p>}
      {found.data && !isEmpty && (
        <>
          <p className={styles.legend} aria-hidden="true">
            <span data-of="opened">{texts.opened}</span>
            <span data-of="clicked">{texts.clicked}</span>
            <span className="soft">{texts.highest(highest)}</span>
          </p>
          <svg
            className={styles.plot}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {columns.map(({ at, opened, clicked }, place) => (
              <g key={at}>
                <title>{`${timeOf(at)}: ${texts.opened} ${number(opened)}, ${texts.clicked} ${number(clicked)}`}</title>
                <rect
                  data-of="opened"
                  x={place * width + width * 0.1}
                  width={width * 0.4}
                  y={HEIGHT - (opened / highest) * HEIGHT}
                  height={(opened / highest) * HEIGHT}
                />
                <rect
                  data-of="clicked"
                  x={place * width + width * 0.5}
                  width={width * 0.4}
                  y={HEIGHT - (clicked / highest) * HEIGHT}
                  height={(clicked / highest) * HEIGHT}
                />
              </g>
            ))}
          </svg>
          <p className={styles.axis} aria-hidden="true">
            <span>{timeOf(columns[0]!.at)}</span>
            {columns.length > 1 && <span>{timeOf(columns.at(-1)!.at)}</span>}
          </p>
          <details>
            <summary>{texts.table}</summary>
            <div className={`table ${styles.table}`} tabIndex={0} role="region" aria-label={texts.table}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {[texts.at, texts.delivered, texts.opened, texts.clicked].map((name) => (
                      <Table.Th key={name}>{name}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {entries.map(({ starts_at, local_time, accepted, opened, clicked }) => (
                    <Table.Tr key={starts_at}>
                      <Table.Td>{localDateTime(local_time)}</Table.Td>
                      <Table.Td>{number(accepted)}</Table.Td>
                      <Table.Td>{number(opened)}</Table.Td>
                      <Table.Td>{number(clicked)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}
