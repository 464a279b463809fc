// Spreadsheets run a cell that starts with these as a formula.
const FORMULA = /^[=+\-@\t\r]/;

const cellOf = (cell: string | number): string => {
  if (typeof cell === 'number') return String(cell);
  const guarded = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${guarded.replaceAll('"', '""')}"`;
};

/** Rows as a CSV file (RFC 4180) that spreadsheets open as UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob(['\ufeff', ...rows.map((row) => `${row.map(cellOf).join(',')}\r\n`)], {
    type: 'text/csv; charset=utf-8',
  });
