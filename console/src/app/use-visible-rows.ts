import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Rows that are drawn above and below the visible part. */
const SPARE = 15;
/** With fewer rows, all are drawn, so that the browser's own search finds them. */
const FEW = 120;
/** Pixels, until a row was measured. */
const ROW_HEIGHT = 45;

interface VisibleRows {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly first: number;
  readonly end: number;
  /** Pixels. */
  readonly above: number;
  readonly below: number;
}

/** Which of many equally high rows are drawn, by the place of the table in the window. */
export function useVisibleRows(count: number): VisibleRows {
  const body = useRef<HTMLTableSectionElement>(null);
  const [range, setRange] = useState({ first: 0, end: FEW, height: ROW_HEIGHT });
  const isWhole = count <= FEW;
  useLayoutEffect(() => {
    if (isWhole) return undefined;
    const look = (): void => {
      const place = body.current;
      if (!place) return;
      const row = place.querySelector('tr:not([data-space])');
      const height = row?.getBoundingClientRect().height || ROW_HEIGHT;
      const hidden = -place.getBoundingClientRect().top;
      const first = Math.max(0, Math.min(count, Math.floor(hidden / height)) - SPARE);
      const end = Math.min(count, Math.ceil((hidden + innerHeight) / height) + SPARE);
      setRange((now) =>
        now.first === first && now.end === end && now.height === height
          ? now
          : { first, end: Math.max(end, first + 1), height },
      );
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [count, isWhole]);
  if (isWhole) return { body, first: 0, end: count, above: 0, below: 0 };
  const { first, end, height } = range;
  const last = Math.min(end, count);
  return { body, first, end: last, above: first * height, below: Math.max(0, count - last) * height };
}
