import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import styles from './line-plot.module.css';

/** Units of the drawing, which are about as wide as pixels. */
const SIZES = { wide: [720, 260], narrow: [300, 200] } as const;
const [LINE, TOP, RIGHT] = [16, 8, 8] as const;
const NARROW = '(max-width: 36rem)';
/** The width of a letter of the axes, a little more than that of a digit. */
const LETTER = 7.5;
/** Lines of the grid. */
const STEPS = 4;

export interface PlotLine {
  readonly name: string;
  readonly of: 'all' | 'main' | 'second' | 'third' | 'fourth';
  /** One for each point; null: the line has ended. */
  readonly values: readonly (number | null)[];
}

interface LinePlotProps {
  readonly title: string;
  readonly lines: readonly PlotLine[];
  /** The names of the points. */
  readonly points: readonly string[];
  readonly format: (value: number) => string;
}

/** The least of 1, 2, 2.5, 5, 10, 20 … times a power that four steps of it reach; for whole numbers, a whole one. */
export function stepFor(highest: number, isWhole = false): number {
  const least = Math.max(highest / STEPS, isWhole ? 1 : 1e-6);
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = [1, 2, 2.5, 5, 10].map((one) => one * power);
  return steps.find((one) => one >= least && (!isWhole || Number.isInteger(one))) ?? 10 * power;
}

/** Lines with axes, a grid, and the values at the pointer or, by arrow keys, at any point. Screen readers also get a table. */
export function LinePlot({ title, lines, points, format }: LinePlotProps) {
  const { plot: texts, pair } = useTexts();
  const [at, setAt] = useState<number | null>(null);
  const highest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  // No mark between two whole numbers of people.
  const isWhole = lines.every(({ values }) =>
    values.every((value) => value === null || Number.isInteger(value)),
  );
  const step = stepFor(highest === 0 ? 1 : highest, isWhole);
  const top = step * STEPS;
  const last = Math.max(1, points.length - 1);
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [width, height] = SIZES[isNarrow ? 'narrow' : 'wide'];
  const marks = Array.from({ length: STEPS + 1 }, (_, place) => format(place * step));
  const left = 12 + LETTER * Math.max(...marks.map(({ length }) => length));
  // The first and the last name stand below each other where they would touch.
  const ends = (points[0]?.length ?? 0) + (points.at(-1)?.length ?? 0);
  const isTight = ends * LETTER > width - left;
  const bottom = isTight ? 2 * LINE + 12 : LINE + 12;
  const x = (place: number): number => left + ((width - left - RIGHT) * place) / last;
  const y = (value: number): number => height - bottom - ((height - bottom - TOP) * value) / top;
  const move = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): void => {
    const box = currentTarget.getBoundingClientRect();
    const place = (((clientX - box.left) / box.width) * width - left) / (width - left - RIGHT);
    setAt(Math.min(points.length - 1, Math.max(0, Math.round(place * last))));
  };
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -points.length, End: points.length }[event.key];
    if (event.key === 'Escape') setAt(null);
    if (by === undefined) return;
    event.preventDefault();
    setAt((now) => Math.min(points.length - 1, Math.max(0, (now ?? (by > 0 ? -1 : points.length)) + by)));
  };
  const said =
    at === null
      ? ''
      : [
          points[at],
          ...lines.flatMap(({ name, values }) =>
            values[at] === null || values[at] === undefined ? [] : [`${name} ${format(values[at])}`],
          ),
        ].join(', ');
  return (
    <>
      <p className={styles.legend} aria-hidden="true">
        {lines.map(({ name, of }) => (
          <span key={name} data-of={of}>
            {name}
          </span>
        ))}
      </p>
      <div className={styles.box}>
        <svg
          className={styles.plot}
          viewBox={`0 0 ${width} ${height}`}
          // The arrow keys move it, and its value is said.
          role="slider"
          tabIndex={0}
          aria-label={texts.lines(title)}
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={at ?? 0}
          aria-valuetext={said === '' ? texts.arrows : said}
          onPointerDown={move}
          onPointerMove={move}
          // After a touch it stays until the plot loses the focus.
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={press}
        >
          {marks.map((mark, place) => (
            <g key={place}>
              <line
                className={styles.grid}
                x1={left}
                x2={width - RIGHT}
                y1={y(place * step)}
                y2={y(place * step)}
              />
              <text x={left - 8} y={y(place * step) + 4} textAnchor="end">
                {mark}
              </text>
            </g>
          ))}
          {placesOf(points.length).map((place, index, all) => (
            <text
              key={place}
              x={x(place)}
              y={height - 8 - (isTight && index === 0 ? LINE : 0)}
              textAnchor={index === 0 ? 'start' : index === all.length - 1 ? 'end' : 'middle'}
            >
              {points[place]}
            </text>
          ))}
          {lines.map(({ name, of, values }) => {
            const drawn = values.flatMap((value, place) =>
              value === null ? [] : [`${x(place)},${y(value)}`],
            );
            const isDot = drawn.length === 1;
            return (
              <polyline
                key={name}
                className={`${styles.line} ${isDot ? styles.dot : ''}`}
                data-of={of}
                // A line needs two points, also where there is one.
                points={(isDot ? [...drawn, ...drawn] : drawn).join(' ')}
              />
            );
          })}
          {at !== null && (
            <line className={styles.cursor} x1={x(at)} x2={x(at)} y1={TOP} y2={height - bottom} />
          )}
        </svg>
        {at !== null && (
          <div className={styles.note} data-side={at > last / 2 ? 'left' : 'right'} aria-hidden="true">
            <strong>{points[at]}</strong>
            {lines.map(({ name, values }) => {
              const value = values[at];
              return value === null || value === undefined ? null : (
                <div key={name}>{pair(name, format(value))}</div>
              );
            })}
          </div>
        )}
      </div>
    </>
  );
}

/** The first, the middle and the last point. */
const placesOf = (count: number): readonly number[] =>
  count < 3 ? Array.from({ length: count }, (_, at) => at) : [0, Math.floor((count - 1) / 2), count - 1];
