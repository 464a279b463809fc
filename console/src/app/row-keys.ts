import type { KeyboardEvent } from 'react';

/** On the link of a row with `data-id`, Space ticks the row, with Shift also the rows from the one before. */
export const rowKeys =
  (tick: (id: number, isRange: boolean) => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { target, key, shiftKey } = event;
    if (key !== ' ' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(target instanceof HTMLAnchorElement)) return;
    const row = target.closest<HTMLElement>('tr[data-id]');
    if (!row) return;
    // The page would scroll.
    event.preventDefault();
    tick(Number(row.dataset['id']), shiftKey);
  };
