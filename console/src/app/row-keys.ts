import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Keys of a table whose rows have `data-id` and a link: arrows move the focus to the link of the next row, Space ticks its row, with Shift
 * also the rows from the one before. Enter opens the link by itself.
 */
export const rowKeys =
  (tick: (id: number, isRange: boolean) => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget: table, key, shiftKey } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = target.closest<HTMLElement>('tr[data-id]');
    const step = STEPS[key];
    if (step !== undefined) {
      const rows = [...table.querySelectorAll<HTMLElement>('tr[data-id]')];
      const next = row ? rows[rows.indexOf(row) + step] : step > 0 && target === table ? rows[0] : undefined;
      const link = next?.querySelector('a');
      if (!link) return;
      event.preventDefault();
      link.focus();
    } else if (key === ' ' && row && target instanceof HTMLAnchorElement) {
      // The page would scroll.
      event.preventDefault();
      tick(Number(row.dataset['id']), shiftKey);
    }
  };
