import { Table } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import styles from './bar-plot.module.css';
import { useFormats } from './formats.ts';

/** Units of the drawing, which is scaled to its place. */
const WIDTH = 720;
export const PLOT_HEIGHT = 200;
/** With few columns, bars stay narrow and a part of the width is empty. */
const FEWEST = 12;

/** `of` chooses the look: the whole, the main series, or a result of it. */
export interface Series {
  readonly name: string;
  readonly of: 'all' | 'main' | 'second';
}

export interface PlotColumn {
  /** Unique: clock changes repeat the name of an hour. */
  readonly key?: string;
  readonly name: string;
  /** One for each series; may be below zero. */
  readonly values: readonly number[];
}

/** Screen readers get {@link PlotTable}. */
export function BarPlot({ series, columns }: { series: readonly Series[]; columns: readonly PlotColumn[] }) {
  const { plot: texts } = useTexts();
  const { number } = useFormats();
  const all = columns.flatMap(({ values }) => values);
  const highest = Math.max(0, ...all);
  const lowest = Math.min(0, ...all);
  const unit = PLOT_HEIGHT / Math.max(1, highest - lowest);
  const zero = highest * unit;
  const width = WIDTH / Math.max(FEWEST, columns.length);
  const bar = (width * 0.8) / series.length;
  return (
    <>
      <p className={styles.legend} aria-hidden="true">
        {series.map(({ name, of }) => (
          <span key={name} data-of={of}>
            {name}
          </span>
        ))}
        {highest > 0 && <span className="soft">{texts.highest(highest)}</span>}
      </p>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${WIDTH} ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {columns.map(({ name, key = name, values }, place) => (
          <g key={key}>
            <title>
              {`${name}: ${series.map((one, at) => `${one.name} ${number(values[at]!)}`).join(', ')}`}
            </title>
            {values.map((value, at) => (
              <rect
                key={series[at]!.name}
                data-of={series[at]!.of}
                x={place * width + width * 0.1 + at * bar}
                width={bar}
                y={value < 0 ? zero : zero - value * unit}
                height={Math.abs(value) * unit}
              />
            ))}
          </g>
        ))}
        <line x1={0} x2={WIDTH} y1={zero} y2={zero} />
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>{columns[0]!.name}</span>
        {columns.length > 1 && <span>{columns.at(-1)!.name}</span>}
      </p>
    </>
  );
}

interface PlotTableProps {
  readonly head: readonly string[];
  /** A value may be unknown. */
  readonly rows: readonly (Pick<PlotColumn, 'key' | 'name'> & { values: readonly (number | null)[] })[];
}

export function PlotTable({ head, rows }: PlotTableProps) {
  const { plot: texts } = useTexts();
  const { number } = useFormats();
  return (
    <details>
      <summary>{texts.table}</summary>
      <div className={`table ${styles.table}`} tabIndex={0} role="region" aria-label={texts.table}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {head.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, key = name, values }) => (
              <Table.Tr key={key}>
                <Table.Td>{name}</Table.Td>
                {values.map((value, at) => (
                  <Table.Td key={head[at + 1]}>{value === null ? '–' : number(value)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  );
}
