import type { DesignStore } from './design-store.ts';
import { type Node, update } from './tree.ts';

// Rows and columns of a table block, added and removed at its end.

export type TableAct = 'addRow' | 'removeRow' | 'addColumn' | 'removeColumn';

function changed(html: string, act: TableAct): string {
  const template = document.createElement('template');
  template.innerHTML = `<table>${html}</table>`;
  const table = template.content.querySelector('table')!;
  const rows = [...table.rows];
  const last = rows.at(-1);
  if (act === 'addRow' && last) last.after(last.cloneNode(true));
  if (act === 'removeRow' && rows.length > 1) last?.remove();
  for (const { cells } of rows) {
    const cell = cells[cells.length - 1];
    if (act === 'addColumn') cell?.after(cell.cloneNode(true));
    if (act === 'removeColumn' && cells.length > 1) cell?.remove();
  }
  return table.innerHTML;
}

export function changeTable(store: DesignStore, { key }: Node, act: TableAct): void {
  const body = update(store.get().body, key, (one) =>
    typeof one.inside === 'string' ? { ...one, inside: changed(one.inside, act) } : one,
  );
  store.change({ body });
}
